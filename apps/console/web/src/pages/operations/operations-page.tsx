import { Anchor, Badge, Button, Drawer, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { QueueState } from '@parley/contracts/session/operations'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOpen } from '../../app/api.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { wholeTime } from '../../kit/time.ts'

export default function OperationsPage() {
  const [shown, setShown] = useState<string>()
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: () => callOpen('GET /operations/queues'),
    refetchInterval: 2_000,
  })
  if (queues.isError) return <ErrorState error={queues.error} onRetry={() => queues.refetch()} />
  return (
    <Page
      title="Operations"
      hint="The queues of this installation. What is due stands in the database; a job only wakes somebody to look."
      actions={
        <Button component="a" href="/operations/board/" target="_blank" rel="noopener" variant="default">
          Open Bull Board
        </Button>
      }
    >
      {!queues.data ? (
        <Skeleton h={240} radius="lg" />
      ) : (
        <Table.ScrollContainer minWidth={720}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Queue</Table.Th>
                <Table.Th>Waiting</Table.Th>
                <Table.Th>Oldest waits</Table.Th>
                <Table.Th>Running</Table.Th>
                <Table.Th>Delayed</Table.Th>
                <Table.Th>Done in the last minute</Table.Th>
                <Table.Th>Workers</Table.Th>
                <Table.Th>Failed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queues.data.map((queue) => (
                <QueueRow key={queue.name} queue={queue} onFailed={() => setShown(queue.name)} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Drawer
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        position="right"
        size="lg"
        title={`Failed jobs of ${shown}`}
      >
        {shown && <Failed queue={shown} />}
      </Drawer>
    </Page>
  )
}

function QueueRow({ queue, onFailed }: { queue: QueueState; onFailed(): void }) {
  return (
    <Table.Tr>
      <Table.Td fw={600}>{queue.name}</Table.Td>
      <Table.Td>{queue.waiting.toLocaleString()}</Table.Td>
      <Table.Td>{queue.oldestWaitS === null ? '–' : `${queue.oldestWaitS} s`}</Table.Td>
      <Table.Td>{queue.active}</Table.Td>
      <Table.Td>{queue.delayed}</Table.Td>
      <Table.Td>{queue.doneLastMinute === null ? '–' : queue.doneLastMinute.toLocaleString()}</Table.Td>
      <Table.Td>
        {queue.workers === 0 ? (
          <Badge color="red" variant="light">
            none seen
          </Badge>
        ) : (
          queue.workers
        )}
      </Table.Td>
      <Table.Td>
        {queue.failed === 0 ? (
          0
        ) : (
          <Anchor
            component="button"
            type="button"
            c="var(--mantine-color-error)"
            onClick={onFailed}
            aria-label={`Show ${queue.failed} failed jobs of ${queue.name}`}
          >
            {queue.failed.toLocaleString()}
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function Failed({ queue }: { queue: string }) {
  const queries = useQueryClient()
  const params = { queue }
  const jobs = useQuery({
    queryKey: ['failed', queue],
    queryFn: () => callOpen('GET /operations/queues/:queue/failed', { params }),
    refetchInterval: 5_000,
  })
  const retry = useMutation({
    mutationFn: (job: string | undefined) =>
      callOpen('POST /operations/queues/:queue/retry', { params, body: job ? { job } : {} }),
    onSuccess: ({ retried }) => {
      notifications.show({ message: `${retried} put back.`, color: 'brand' })
      void queries.invalidateQueries()
    },
    onError: (error) => notifications.show({ message: error.message, color: 'red' }),
  })
  if (!jobs.data) return <Skeleton h={160} />
  if (jobs.data.length === 0) return <EmptyState icon={IconCheck} title="No failed jobs" />
  return (
    <Stack>
      <Group>
        <Button onClick={() => retry.mutate(undefined)} loading={retry.isPending}>
          Retry all
        </Button>
      </Group>
      <Table verticalSpacing="sm">
        <Table.Tbody>
          {jobs.data.map((job) => (
            <Table.Tr key={job.id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {job.name} · {job.attempts} tries
                </Text>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {job.reason}
                </Text>
                <Text size="xs" c="dimmed">
                  {job.failedAt && wholeTime(job.failedAt)}
                </Text>
              </Table.Td>
              <Table.Td w={90}>
                <Button size="xs" variant="default" onClick={() => retry.mutate(job.id)}>
                  Retry
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
