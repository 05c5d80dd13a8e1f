import { Badge, Box, Button, Collapse, Group, Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import type { WebhookAttempt } from '@parley/contracts/session/settings'
import { IconChevronDown, IconChevronRight, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Source } from '../../kit/source.tsx'
import { wholeTime } from '../../kit/time.ts'
import type { Kind } from './webhook-tab.tsx'

const dayMs = 86_400_000

/** Every try at the webhook with what was sent and answered. */
export function Attempts({ kind }: { kind: Kind }) {
  const attempts = useCall('GET /webhooks/:kind/attempts', { params: { kind }, query: {} }, { live: true })
  const replay = useChange('POST /webhooks/:kind/replay', {
    refetches: ['GET /webhooks/:kind/attempts', 'GET /webhooks/:kind'],
    done: 'It is being sent again.',
  })
  const replayFailed = () =>
    replay.mutate({ params: { kind }, body: { failedSince: new Date(Date.now() - dayMs).toISOString() } })
  return (
    <Card
      title="Attempts"
      actions={
        <ConfirmButton
          title="Send again what failed?"
          question="Everything that failed in the last 24 hours and has not arrived since is posted again, in order."
          confirm="Send again"
          loading={replay.isPending}
          onConfirm={replayFailed}
        >
          Replay failed ones
        </ConfirmButton>
      }
    >
      {!attempts.data ? (
        <Skeleton h={120} />
      ) : attempts.data.length === 0 ? (
        <EmptyState icon={IconSend} title="Nothing was sent yet">
          Use “Test now”, or reply to somebody.
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Outcome</Table.Th>
                <Table.Th>Took</Table.Th>
                <Table.Th>Attempt</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.data.map((attempt) => (
                <Attempt
                  key={`${attempt.webhookId}${attempt.number}`}
                  attempt={attempt}
                  onReplay={() => replay.mutate({ params: { kind }, body: { webhookId: attempt.webhookId } })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}

function Attempt({ attempt, onReplay }: { attempt: WebhookAttempt; onReplay(): void }) {
  const [opened, setOpened] = useState(false)
  const ok = attempt.error === null
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton onClick={() => setOpened(!opened)} aria-expanded={opened}>
            <Group gap={4} wrap="nowrap">
              {opened ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
              <Text size="sm">{wholeTime(attempt.startedAt)}</Text>
            </Group>
          </UnstyledButton>
        </Table.Td>
        <Table.Td>
          <Badge color={ok ? 'brand' : 'red'} variant="light">
            {attempt.statusCode ?? 'No answer'}
          </Badge>
        </Table.Td>
        <Table.Td>{attempt.durationMs} ms</Table.Td>
        <Table.Td>
          {attempt.number}
          {attempt.isReplay && ' (replay)'}
        </Table.Td>
      </Table.Tr>
      <Table.Tr style={opened ? undefined : { display: 'none' }}>
        <Table.Td colSpan={4}>
          <Collapse expanded={opened}>
            <Box py={6}>
              {attempt.error && (
                <Text size="sm" mb={6} c="var(--mantine-color-error)">
                  {attempt.error}
                </Text>
              )}
              <Source
                label="Request"
                lines={[
                  `POST ${attempt.url}`,
                  `webhook-id: ${attempt.webhookId}`,
                  attempt.requestBody ?? '(the message was erased)',
                ]}
              />
              <br />
              <Source label="Answer" lines={[attempt.responseBody || '(empty)']} />
              <Button mt="sm" size="xs" variant="default" onClick={onReplay}>
                Replay
              </Button>
            </Box>
          </Collapse>
        </Table.Td>
      </Table.Tr>
    </>
  )
}
