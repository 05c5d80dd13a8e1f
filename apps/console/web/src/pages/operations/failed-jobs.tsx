import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callOpen } from '../../app/api.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { count } from '../../kit/numbers.ts'
import { wholeTime } from '../../kit/time.ts'

export function FailedJobs({ queue }: { queue: string }) {
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
      notifications.show({ message: `Put back: ${count(retried, 'job')}.`, color: 'brand' })
      void queries.invalidateQueries({ queryKey: ['failed', queue] })
      void queries.invalidateQueries({ queryKey: ['queues'] })
    },
    onError: (error) => notifications.show({ title: 'That did not work', message: error.message, color: 'red' }),
  })
  if (jobs.isError) {
    return (
      <Alert color="red" role="alert">
        {jobs.error.message}
      </Alert>
    )
  }
  if (!jobs.data) return <Skeleton h={160} />
  if (jobs.data.length === 0) return <EmptyState icon={IconCheck} title="No failed jobs" />
  return (
    <Stack>
      <Group>
        <Button onClick={() => retry.mutate(undefined)} loading={retry.isPending}>
          Retry all
        </Button>
      </Group>
      {jobs.data.map((job) => (
        <Paper key={job.id} withBorder p="md">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600}>
                {job.name}
              </Text>
              <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {job.reason}
              </Text>
              <Text size="xs" c="dimmed" mt={4}>
                {[count(job.attempts, 'attempt'), job.failedAt && wholeTime(job.failedAt)].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Button size="xs" variant="default" onClick={() => retry.mutate(job.id)}>
              Retry
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
