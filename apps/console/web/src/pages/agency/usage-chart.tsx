import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { UsedCredits } from '@parley/contracts/session/agency'
import { number, shortNumber } from '../../kit/numbers.ts'

const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export default function UsageChart({ days, height }: { days: UsedCredits[]; height: number }) {
  return (
    <BarChart
      h={height}
      data={days.map(({ day, ...rest }) => ({ day: dayName.format(new Date(`${day}T00:00:00Z`)), ...rest }))}
      dataKey="day"
      series={[{ name: 'used', label: 'Used', color: 'brand.6' }]}
      valueFormatter={number}
      yAxisProps={{ tickFormatter: shortNumber, width: 48 }}
      gridAxis="x"
      tickLine="none"
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  )
}
