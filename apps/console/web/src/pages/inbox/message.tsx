import { Button, Tooltip } from '@mantine/core'
import type { InboxMessage } from '@parley/contracts/session/inbox'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { memo } from 'react'
import { useMay } from '../../app/session.tsx'
import { useChange } from '../../app/use-call.ts'
import { clockTime, dayName, wholeTime } from '../../kit/time.ts'
import { Attachment } from './attachment.tsx'
import classes from './inbox.module.css'

/** Of plain elements, as a long history passes by quickly. */
export const Message = memo(function Message({ message, isNewDay }: { message: InboxMessage; isNewDay: boolean }) {
  const { direction, kind, body, media, at } = message
  return (
    <>
      {isNewDay && <div className={classes.day}>{dayName(at)}</div>}
      <div className={classes.message} data-direction={direction} data-sender={message.sentBy ?? undefined}>
        {kind === 'reaction' ? (
          <div className={classes.reaction} role="img" aria-label={`Reaction: ${body}`}>
            {body}
          </div>
        ) : (
          <div className={classes.bubble}>
            {body}
            {media && <Attachment media={media} />}
          </div>
        )}
        <div className={classes.facts}>
          <span title={wholeTime(at)}>
            {direction === 'incoming' ? clockTime(at) : `${senderOf(message)} · ${clockTime(at)}`}
          </span>
          {direction === 'outgoing' && <DeliveryState message={message} />}
        </div>
      </div>
    </>
  )
})

const senderOf = ({ sentBy, author }: InboxMessage): string =>
  sentBy === 'bot' ? 'Bot' : sentBy === 'person' ? (author ?? 'A person') : 'API'

function DeliveryState({ message }: { message: InboxMessage }) {
  if (message.status === 'Failed') return <Failure message={message} />
  return (
    <span className={classes.tag}>
      {message.status === 'Sent' ? <IconCheck size={10} aria-hidden /> : <IconClock size={10} aria-hidden />}
      {message.status}
    </span>
  )
}

function Failure({ message: { id, error, nextAttemptAt } }: { message: InboxMessage }) {
  const mayRetry = useMay('agent')
  const retry = useChange('POST /messages/:message/retry', { done: 'It is being sent again.' })
  return (
    <>
      <Tooltip label={nextAttemptAt ? `Tried again at ${wholeTime(nextAttemptAt)}` : 'Not tried again by itself'}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is for the keyboard too */}
        <span className={classes.tag} data-tone="bad" tabIndex={0}>
          <IconAlertTriangle size={10} aria-hidden /> Failed
        </span>
      </Tooltip>
      <span className={classes.error}>{error}</span>
      {mayRetry && (
        <Button
          size="compact-xs"
          variant="light"
          color="red"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { message: id } })}
        >
          Try again
        </Button>
      )}
    </>
  )
}
