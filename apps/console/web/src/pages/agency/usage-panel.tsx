import { Box, Center, Skeleton, Text } from '@mantine/core'
import type { UsedCredits } from '@parley/contracts/session/agency'
import { lazy, Suspense } from 'react'
import { Panel } from '../../kit/panel.tsx'

const UsageChart = lazy(() => import('./usage-chart.tsx'))
const height = 220

export function UsagePanel({ days }: { days: UsedCredits[] | undefined }) {
  const isQuiet = days?.every(({ used }) => used === 0)
  return (
    <Panel title="Credits used by day" hint="The last 30 days, all sub-accounts together">
      {isQuiet ? (
        <Center h={120}>
          <Text c="dimmed" size="sm" ta="center">
            Nothing was used in the last 30 days. Each reply of a sub-account’s bot will show here.
          </Text>
        </Center>
      ) : days ? (
        <Box h={height}>
          <Suspense fallback={<Skeleton h={height} />}>
            <UsageChart days={days} height={height} />
          </Suspense>
        </Box>
      ) : (
        <Skeleton h={height} />
      )}
    </Panel>
  )
}
