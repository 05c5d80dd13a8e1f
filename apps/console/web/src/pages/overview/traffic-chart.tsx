import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import type { Overview } from '@parley/contracts/session/overview'
import { number, shortNumber } from '../../kit/numbers.ts'

type Range = 'day' | 'week' | 'month'
const slots: Record<Range, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }),
  week: new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit' }),
  month: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
}

export default function TrafficChart(props: { hours: Overview['hours']; height: number; range: Range }) {
  return (
    <figure aria-label="Messages in and out" style={{ margin: 0 }}>
      <AreaChart
        h={props.height}
        data={sumBySlot(props.hours, slots[props.range])}
        dataKey="slot"
        withLegend
        legendProps={{ verticalAlign: 'top', height: 36 }}
        series={[
          { name: 'incoming', label: 'In', color: 'indigo.5' },
          { name: 'outgoing', label: 'Out', color: 'brand.6' },
        ]}
        valueFormatter={number}
        yAxisProps={{ tickFormatter: shortNumber, width: 48, allowDecimals: false }}
        xAxisProps={{ minTickGap: 24 }}
        curveType="monotone"
        withDots={false}
        tickLine="none"
        areaProps={{ isAnimationActive: false }}
      />
    </figure>
  )
}

/** Hours that fall into one slot by its name, as those of a day do, are added up. */
function sumBySlot(hours: Overview['hours'], slot: Intl.DateTimeFormat) {
  const sums = new Map<string, { slot: string; incoming: number; outgoing: number }>()
  for (const { at, incoming, bot, person, api } of hours) {
    const name = slot.format(new Date(at))
    const sum = sums.get(name) ?? { slot: name, incoming: 0, outgoing: 0 }
    sums.set(name, { slot: name, incoming: sum.incoming + incoming, outgoing: sum.outgoing + bot + person + api })
  }
  return [...sums.values()]
}
