import { Paper, SegmentedControl, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { TextLink } from '../../kit/text-link.tsx'

const Bars = lazy(() => import('../../kit/bars.tsx'))

const series = [
  { name: 'incoming', label: 'From customers', color: 'brand.7' },
  { name: 'outgoing', label: 'Replies', color: 'indigo.4' },
]

type Hours = '24' | '168' | '720'

export default function OverviewPage() {
  const [hours, setHours] = useState<Hours>('24')
  const overview = useCall('GET /overview', { query: { hours } }, { refetchIntervalMs: 30_000, keepPrevious: true })
  if (overview.isError) return <ErrorState error={overview.error} onRetry={() => overview.refetch()} />
  const data = overview.data
  const isEmpty = data && data.incoming + data.outgoing === 0
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          aria-label="Period"
          value={hours}
          onChange={(value) => setHours(value as Hours)}
          data={[
            { value: '24', label: '24 hours' },
            { value: '168', label: '7 days' },
            { value: '720', label: '30 days' },
          ]}
        />
      }
    >
      {!data ? (
        <Skeleton h={420} radius="lg" />
      ) : (
        <>
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} mb="lg">
            <Fact label="From customers" value={data.incoming.toLocaleString()} />
            <Fact label="Replies" value={data.outgoing.toLocaleString()} />
            <Fact label="Median time to reply" value={duration(data.medianReplyS)} />
            <Fact label="Delivered" value={percent(data.deliveredShare)} />
            <Fact label="By the bot" value={percent(data.botShare)} />
            {data.credits === null ? (
              <Fact label="Waiting for a person" value={data.waitingForPerson.toLocaleString()} />
            ) : (
              <Fact label="Credits left" value={Number(data.credits).toLocaleString()} />
            )}
          </SimpleGrid>
          <Card title={`Messages by ${data.hours > 48 ? 'day' : 'hour'}`}>
            {isEmpty ? (
              <EmptyState icon={IconChartBar} title="Quiet so far">
                Nothing came or went in this time. Messages of the <TextLink href="/playground">Playground</TextLink>{' '}
                are not counted.
              </EmptyState>
            ) : (
              <Suspense fallback={<Skeleton h={260} />}>
                <Bars
                  at="slot"
                  label="Messages over time"
                  series={series}
                  data={data.points.map(({ at, incoming, outgoing }) => ({
                    slot: slotName(at, data.hours),
                    incoming,
                    outgoing,
                  }))}
                />
              </Suspense>
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <Paper withBorder radius="lg" p="md">
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fz={24} fw={650} mt={2}>
      {value}
    </Text>
  </Paper>
)

const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(share > 0.995 || share < 0.005 ? 0 : 1)} %`

function duration(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

function slotName(at: string, hours: number): string {
  const date = new Date(at)
  return hours > 48
    ? date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
    : date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}
