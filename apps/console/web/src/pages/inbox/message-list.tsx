import { Badge, Box, Button, Group, Text, Tooltip } from '@mantine/core'
import type { InboxMessage } from '@parley/contracts/session/inbox'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { Virtuoso } from 'react-virtuoso'
import { useMay } from '../../app/session.tsx'
import { useChange } from '../../app/use-call.ts'
import { clockTime, dayName, startsNewDay, wholeTime } from '../../kit/time.ts'
import { Attachment } from './attachment.tsx'
import classes from './inbox.module.css'

/** Items are numbered down from here as older ones are put before them, so that nothing jumps. */
const firstNumber = 10_000_000

export function MessageList(props: { messages: InboxMessage[]; hasOlder: boolean; onTop(): void }) {
  const { messages, hasOlder, onTop } = props
  const start = firstNumber - messages.length
  return (
    <Virtuoso
      className={classes.messages}
      data={messages}
      firstItemIndex={start}
      initialTopMostItemIndex={messages.length - 1}
      computeItemKey={(_, message) => message.id}
      alignToBottom
      followOutput="auto"
      startReached={() => hasOlder && onTop()}
      increaseViewportBy={600}
      tabIndex={0}
      role="log"
      aria-label="Messages"
      components={{ Header: () => <Box h={12} />, Footer: () => <Box h={12} /> }}
      itemContent={(index, message) => (
        <>
          {startsNewDay(message.at, messages[index - start - 1]?.at) && (
            <Text className={classes.day} size="xs" c="dimmed" fw={600}>
              {dayName(message.at)}
            </Text>
          )}
          <Message message={message} />
        </>
      )}
    />
  )
}

function Message({ message }: { message: InboxMessage }) {
  const { direction, kind, body, media, at } = message
  return (
    <Box className={classes.message} data-direction={direction} data-sender={message.sentBy ?? undefined}>
      {kind === 'reaction' ? (
        <Text className={classes.reaction} aria-label={`Reaction: ${body}`}>
          {body}
        </Text>
      ) : (
        <Box className={classes.bubble}>
          {body}
          {media && <Attachment media={media} />}
        </Box>
      )}
      <Group gap={6} mt={2} mb={4} className={classes.facts}>
        <Text size="xs" c="dimmed" title={wholeTime(at)}>
          {direction === 'incoming' ? clockTime(at) : `${senderOf(message)} · ${clockTime(at)}`}
        </Text>
        {direction === 'outgoing' && <DeliveryState message={message} />}
      </Group>
    </Box>
  )
}

const senderOf = ({ sentBy, author }: InboxMessage): string =>
  sentBy === 'bot' ? 'Bot' : sentBy === 'person' ? (author ?? 'A person') : 'API'

function DeliveryState({ message }: { message: InboxMessage }) {
  const mayRetry = useMay('agent')
  const retry = useChange('POST /messages/:message/retry', { done: 'It is being sent again.' })
  const { status, error, nextAttemptAt } = message
  if (status === 'Sent') {
    return (
      <Badge size="xs" variant="default" leftSection={<IconCheck size={10} aria-hidden />}>
        Sent
      </Badge>
    )
  }
  if (status !== 'Failed') {
    return (
      <Badge size="xs" variant="default" leftSection={<IconClock size={10} aria-hidden />}>
        {status}
      </Badge>
    )
  }
  return (
    <Group gap={6} className={classes.facts}>
      <Tooltip label={nextAttemptAt ? `Tried again at ${wholeTime(nextAttemptAt)}` : 'Not tried again by itself'}>
        <Badge
          size="xs"
          color="red"
          variant="light"
          tabIndex={0}
          leftSection={<IconAlertTriangle size={10} aria-hidden />}
        >
          Failed
        </Badge>
      </Tooltip>
      <Text size="xs" c="var(--mantine-color-error)" maw={420}>
        {error}
      </Text>
      {mayRetry && (
        <Button
          size="compact-xs"
          variant="light"
          color="red"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { message: message.id } })}
        >
          Try again
        </Button>
      )}
    </Group>
  )
}
