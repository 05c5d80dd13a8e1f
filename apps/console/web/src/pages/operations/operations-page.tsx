import { Button, Skeleton, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callOpen } from '../../app/api.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { count, duration, number } from '../../kit/numbers.ts'
import { Page } from '../../kit/page.tsx'
import { Stat, Stats } from '../../kit/stat.tsx'
import { DeadLettersCard } from './dead-letters-card.tsx'
import { QueuesCard } from './queues-card.tsx'

export default function OperationsPage() {
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: () => callOpen('GET /operations/queues'),
    refetchInterval: 2_000,
  })
  const letters = useQuery({
    queryKey: ['dead-letters'],
    queryFn: () => callOpen('GET /operations/dead-letters'),
    refetchInterval: 10_000,
  })
  if (queues.isError) return <ErrorState error={queues.error} onRetry={() => queues.refetch()} />
  const all = queues.data
  const sum = (key: 'waiting' | 'active' | 'failed' | 'workers') => all?.reduce((total, queue) => total + queue[key], 0)
  const oldestS = Math.max(0, ...(all ?? []).map(({ oldestWaitS }) => oldestWaitS ?? 0))
  const idle = all?.filter(({ workers }) => workers === 0).length ?? 0
  return (
    <Page
      title="Operations"
      hint="The queues of this installation, as they are now."
      actions={
        <Button
          component="a"
          href="/operations/board/"
          target="_blank"
          rel="noopener"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          Bull Board
        </Button>
      }
    >
      <Stack gap="md">
        <Stats>
          <Stat
            label="Jobs waiting"
            value={shown(sum('waiting'))}
            hint={all && `${number(sum('active') ?? 0)} running`}
          />
          <Stat label="Oldest waits" value={all && (oldestS === 0 ? '–' : duration(oldestS * 1_000))} />
          <Stat
            label="Workers seen"
            value={shown(sum('workers'))}
            hint={all && (idle === 0 ? 'every queue has one' : `${count(idle, 'queue')} without any`)}
          />
          <Stat
            label="Failed jobs"
            value={shown(sum('failed'))}
            hint={letters.data && `${count(letters.data.length, 'dead letter')}`}
          />
        </Stats>
        {all ? <QueuesCard queues={all} /> : <Skeleton h={300} radius="lg" />}
        {letters.data && <DeadLettersCard letters={letters.data} />}
      </Stack>
    </Page>
  )
}

const shown = (value: number | undefined) => (value === undefined ? undefined : number(value))
