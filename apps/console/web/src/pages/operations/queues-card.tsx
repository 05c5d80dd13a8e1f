import { Badge, Button, Drawer, Group, Table, Text } from '@mantine/core'
import type { QueueState } from '@parley/contracts/session/operations'
import { useState } from 'react'
import { Card } from '../../kit/card.tsx'
import { duration, number } from '../../kit/numbers.ts'
import { FailedJobs } from './failed-jobs.tsx'

const digits = { fontVariantNumeric: 'tabular-nums' } as const

export function QueuesCard({ queues }: { queues: QueueState[] }) {
  const [failedOf, setFailedOf] = useState<string>()
  return (
    <Card title="Queues" flush>
      <Table verticalSpacing="sm" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Queue</Table.Th>
            <Table.Th ta="right">Waiting</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Oldest waits
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Running
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Delayed
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Done a minute
            </Table.Th>
            <Table.Th ta="right">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queues.map((queue) => (
            <Table.Tr key={queue.name}>
              <Table.Td>
                <Group gap={8}>
                  <Text size="sm" fw={600}>
                    {queue.name}
                  </Text>
                  <Workers workers={queue.workers} />
                </Group>
              </Table.Td>
              <Table.Td ta="right" style={digits}>
                {number(queue.waiting)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm" style={digits}>
                {queue.oldestWaitS === null ? '–' : duration(queue.oldestWaitS * 1_000)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md" style={digits}>
                {number(queue.active)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md" style={digits}>
                {number(queue.delayed)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md" style={digits}>
                {queue.doneLastMinute === null ? '–' : number(queue.doneLastMinute)}
              </Table.Td>
              <Table.Td ta="right" style={digits}>
                {queue.failed === 0 ? (
                  0
                ) : (
                  <Button
                    size="compact-sm"
                    variant="light"
                    color="red"
                    aria-label={`${queue.failed} failed jobs of ${queue.name}`}
                    onClick={() => setFailedOf(queue.name)}
                  >
                    {number(queue.failed)}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Drawer
        opened={failedOf !== undefined}
        onClose={() => setFailedOf(undefined)}
        position="right"
        size="lg"
        title={`Failed jobs of ${failedOf}`}
      >
        {failedOf && <FailedJobs queue={failedOf} />}
      </Drawer>
    </Card>
  )
}

const Workers = ({ workers }: { workers: number }) =>
  workers === 0 ? (
    <Badge color="red" variant="light">
      no worker
    </Badge>
  ) : (
    <Badge color="gray" variant="light">
      {workers === 1 ? '1 worker' : `${workers} workers`}
    </Badge>
  )
