import { Box, Center, Skeleton, Text } from '@mantine/core'
import type { UsedCredits } from '@parley/contracts/session/agency'
import { lazy, Suspense } from 'react'
import { Card } from '../../kit/card.tsx'

const Bars = lazy(() => import('../../kit/bars.tsx'))
const height = 220
const series = [{ name: 'used', label: 'Used', color: 'brand.6' }]
const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function UsagePanel({ days }: { days: UsedCredits[] | undefined }) {
  const isQuiet = days?.every(({ used }) => used === 0)
  return (
    <Card title="Credits used by day" hint="The last 30 days, all sub-accounts together">
      {isQuiet ? (
        <Center h={120}>
          <Text c="dimmed" size="sm" ta="center">
            Nothing was used in the last 30 days. Each reply of a sub-account’s bot will show here.
          </Text>
        </Center>
      ) : days ? (
        <Box h={height}>
          <Suspense fallback={<Skeleton h={height} />}>
            <Bars
              label="Credits used by day"
              height={height}
              at="day"
              series={series}
              data={days.map(({ day, used }) => ({ day: dayName.format(new Date(day)), used }))}
            />
          </Suspense>
        </Box>
      ) : (
        <Skeleton h={height} />
      )}
    </Card>
  )
}
