import type { InboxMessage } from '@parley/contracts/session/inbox'
import { Virtuoso } from 'react-virtuoso'
import { startsNewDay } from '../../kit/time.ts'
import classes from './inbox.module.css'
import { Message } from './message.tsx'

/** Items are numbered down from here as older ones are put before them, so that nothing jumps. */
const firstNumber = 10_000_000

const Edge = () => <div className={classes.edge} />
const edges = { Header: Edge, Footer: Edge }

/** Only what can be seen, and a little more above it, is in the page. */
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
      increaseViewportBy={{ top: 600, bottom: 200 }}
      skipAnimationFrameInResizeObserver
      tabIndex={0}
      role="log"
      aria-label="Messages"
      components={edges}
      itemContent={(index, message) => (
        <Message message={message} isNewDay={startsNewDay(message.at, messages[index - start - 1]?.at)} />
      )}
    />
  )
}
