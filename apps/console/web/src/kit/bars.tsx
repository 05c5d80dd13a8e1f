import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { number, shortNumber } from './numbers.ts'

/** Loaded by the pages that draw something, when they draw it. */
export default function Bars(props: {
  data: Record<string, string | number>[]
  at: string
  series: { name: string; label: string; color: string }[]
  label: string
  height: number
}) {
  return (
    <figure aria-label={props.label} style={{ margin: 0 }}>
      <BarChart
        h={props.height}
        data={props.data}
        dataKey={props.at}
        series={props.series}
        valueFormatter={number}
        yAxisProps={{ tickFormatter: shortNumber, width: 48 }}
        tickLine="none"
        gridAxis="x"
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      />
    </figure>
  )
}
