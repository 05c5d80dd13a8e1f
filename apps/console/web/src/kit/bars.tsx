import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'

export type Series = { name: string; label: string; color: string }

/** Loaded by the pages that draw something, when they draw it. */
export default function Bars(props: {
  data: Record<string, string | number>[]
  at: string
  series: Series[]
  label: string
}) {
  return (
    <figure aria-label={props.label} style={{ margin: 0 }}>
      <BarChart
        h={260}
        data={props.data}
        dataKey={props.at}
        series={props.series}
        withLegend
        tickLine="none"
        gridAxis="y"
        barProps={{ radius: 3, isAnimationActive: false }}
      />
    </figure>
  )
}
