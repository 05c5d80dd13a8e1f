import { Grid, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { Overview } from '@parley/contracts/session/overview'
import { IconChartAreaLine } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { duration, number, share, shortNumber } from '../../kit/numbers.ts'
import { Page } from '../../kit/page.tsx'
import { Stat, Stats } from '../../kit/stat.tsx'
import { TextLink } from '../../kit/text-link.tsx'
import { Answerers } from './answerers.tsx'

const TrafficChart = lazy(() => import('./traffic-chart.tsx'))
const chartHeight = 280
const ranges = [
  { value: 'day', label: '24 hours' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
] as const
type Range = (typeof ranges)[number]['value']

export default function OverviewPage() {
  const [range, setRange] = useState<Range>('day')
  const overview = useCall('GET /overview', { query: { range } }, { refetchIntervalMs: 15_000, keepPrevious: true })
  if (overview.isError) return <ErrorState error={overview.error} onRetry={() => overview.refetch()} />
  const figures = overview.data && sumUp(overview.data)
  const isQuiet = figures && figures.incoming + figures.outgoing === 0
  return (
    <Page
      title="Overview"
      hint="Messages of the playground are not counted."
      actions={
        <SegmentedControl
          aria-label="Range"
          data={[...ranges]}
          value={range}
          onChange={(value) => setRange(value as Range)}
        />
      }
    >
      <Stack gap="md">
        <Stats>
          <Stat label="Messages in" value={figures && shortNumber(figures.incoming)} hint="from customers" />
          <Stat label="Messages out" value={figures && shortNumber(figures.outgoing)} hint="bot, people and API" />
          <Stat
            label="Median time to reply"
            value={
              overview.data && (overview.data.medianReplyMs === null ? '–' : duration(overview.data.medianReplyMs))
            }
            hint="from the first unanswered message"
          />
          <Stat
            label="Delivery success"
            value={overview.data && share(overview.data.sent, overview.data.sent + overview.data.failed)}
            hint={overview.data && overview.data.failed > 0 ? `${number(overview.data.failed)} failed` : 'none failed'}
          />
        </Stats>
        <Card title={range === 'month' ? 'Messages per day' : 'Messages per hour'}>
          {!overview.data ? (
            <Skeleton h={chartHeight} />
          ) : isQuiet ? (
            <EmptyState icon={IconChartAreaLine} title="Quiet so far">
              Messages of your platform show here as they arrive. To see one travel now, write as a customer in the{' '}
              <TextLink href="/playground">playground</TextLink>.
            </EmptyState>
          ) : (
            <Suspense fallback={<Skeleton h={chartHeight} />}>
              <TrafficChart hours={overview.data.hours} height={chartHeight} range={range} />
            </Suspense>
          )}
        </Card>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Card title="Who answers">
              {figures ? <Answerers {...figures} /> : <Skeleton h={72} />}
              {overview.data && overview.data.waitingForPerson > 0 && (
                <Text size="sm" mt="sm">
                  <TextLink href="/inbox">{number(overview.data.waitingForPerson)} waiting for a person</TextLink>
                </Text>
              )}
            </Card>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Card title="Credits">
              {overview.data ? <Credits credits={overview.data.credits} /> : <Skeleton h={72} />}
            </Card>
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  )
}

function Credits({ credits }: { credits: Overview['credits'] }) {
  if (!credits) {
    return (
      <Text size="sm" c="dimmed">
        This account is not metered: replies of its bot cost no credits. Only sub-accounts of an agency pay by credits.
      </Text>
    )
  }
  return (
    <>
      <Text fz={26} fw={650} lh={1.25}>
        {number(credits.balance)}
      </Text>
      <Text size="sm" c="dimmed">
        left, {number(credits.used)} used in this time
      </Text>
    </>
  )
}

function sumUp({ hours }: Overview) {
  const total = { incoming: 0, bot: 0, person: 0, api: 0 }
  for (const hour of hours) {
    total.incoming += hour.incoming
    total.bot += hour.bot
    total.person += hour.person
    total.api += hour.api
  }
  return { ...total, outgoing: total.bot + total.person + total.api }
}
