import type { ConversationSummary } from '@parley/contracts/session/inbox'
import { IconAlertTriangle, IconRobot, IconUser } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../app/session.tsx'
import { shortTime } from '../../kit/time.ts'
import classes from './inbox.module.css'
import { fetchMessagesAhead } from './use-messages.ts'

/** Of plain elements: many of them are drawn at once, whenever somebody scrolls, searches or chooses a filter. */
export const ConversationRow = memo(function ConversationRow(props: {
  conversation: ConversationSummary
  isSelected: boolean
}) {
  const { conversation, isSelected } = props
  const { account } = useSession()
  const { id, name, preview, lastMessageAt, unread, hasFailed, isPlayground } = conversation
  return (
    <Link
      href={`/inbox/${id}`}
      className={classes.row ?? ''}
      data-selected={isSelected || undefined}
      data-unread={unread > 0 || undefined}
      aria-current={isSelected ? 'true' : undefined}
      onPointerDown={() => fetchMessagesAhead(account.id, id)}
    >
      <div className={classes.rowLine}>
        <span className={classes.rowName}>{name}</span>
        <span className={classes.rowTime}>{shortTime(lastMessageAt)}</span>
      </div>
      <div className={classes.rowLine}>
        <span className={classes.rowPreview}>{preview}</span>
        {unread > 0 && (
          <span className={classes.unread} role="img" aria-label={`${unread} unread`}>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </div>
      <div className={classes.tags}>
        <Whose conversation={conversation} />
        {hasFailed && (
          <span className={classes.tag} data-tone="bad">
            <IconAlertTriangle size={10} aria-hidden /> Failed
          </span>
        )}
        {isPlayground && (
          <span className={classes.tag} data-tone="aside">
            Playground
          </span>
        )}
      </div>
    </Link>
  )
})

function Whose({ conversation: { needsPerson, owner, assignee } }: { conversation: ConversationSummary }) {
  if (needsPerson) {
    return (
      <span className={classes.tag} data-tone="waiting">
        <IconUser size={10} aria-hidden /> Needs a person
      </span>
    )
  }
  return (
    <span className={classes.tag}>
      {owner === 'bot' ? <IconRobot size={10} aria-hidden /> : <IconUser size={10} aria-hidden />}
      {owner === 'bot' ? 'Bot' : (assignee?.name ?? 'Person')}
    </span>
  )
}
