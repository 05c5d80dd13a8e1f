import { Button, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DeadLetter } from '@parley/contracts/session/operations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOpen } from '../../app/api.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { count } from '../../kit/numbers.ts'
import { wholeTime } from '../../kit/time.ts'

export function DeadLettersCard({ letters }: { letters: DeadLetter[] }) {
  const queries = useQueryClient()
  const requeue = useMutation({
    mutationFn: (id: string | undefined) =>
      callOpen('POST /operations/dead-letters/requeue', { body: id ? { id } : {} }),
    onSuccess: ({ requeued }) => {
      notifications.show({ message: `Tried again: ${count(requeued, 'message')}.`, color: 'brand' })
      void queries.invalidateQueries({ queryKey: ['dead-letters'] })
    },
    onError: (error) => notifications.show({ title: 'That did not work', message: error.message, color: 'red' }),
  })
  if (letters.length === 0) {
    return <Card title="Dead letters" hint="None: every accepted message is stored or on its way." />
  }
  return (
    <Card
      title="Dead letters"
      hint="Messages that were accepted and that the database would not take. The oldest are shown."
      flush
      actions={
        <ConfirmButton
          title="Try all dead letters again?"
          question="Each goes back into the queue. What the database still refuses comes back here."
          confirm="Try all again"
          loading={requeue.isPending}
          onConfirm={() => requeue.mutate(undefined)}
        >
          Try all again
        </ConfirmButton>
      }
    >
      <Table verticalSpacing="sm" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Reason</Table.Th>
            <Table.Th visibleFrom="md">Message</Table.Th>
            <Table.Th w={120} aria-label="Try again" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {letters.map((letter) => (
            <Table.Tr key={letter.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm">{letter.reason}</Text>
                <Text size="xs" c="dimmed">
                  {wholeTime(letter.since)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm">{letter.sid}</Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {letter.accountId}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Try again: ${letter.sid}`}
                  onClick={() => requeue.mutate(letter.id)}
                >
                  Try again
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
