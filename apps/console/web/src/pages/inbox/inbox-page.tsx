import { Box } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { ConversationSummary } from '@parley/contracts/session/inbox'
import { IconMessages } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { EmptyState } from '../../kit/empty-state.tsx'
import { usePageTitle } from '../../kit/page.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import classes from './inbox.module.css'

/** On a desk the list stands beside the conversation; on a phone one of them fills the screen. */
export default function InboxPage() {
  usePageTitle('Inbox')
  const [, params] = useRoute('/inbox/:id')
  const [, navigate] = useLocation()
  const isDesk = useMediaQuery('(min-width: 62em)', true)
  const [shown, setShown] = useState<ConversationSummary[]>([])
  const search = useRef<HTMLInputElement>(null)
  const selected = params?.id

  const step = (by: number) => {
    const next = shown[shown.findIndex(({ id }) => id === selected) + by]
    if (next) navigate(`/inbox/${next.id}`)
  }
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['/', () => search.current?.focus()],
    ['r', () => document.getElementById('reply')?.focus()],
  ])

  return (
    <Box className={classes.inbox}>
      {(isDesk || !selected) && <ConversationList selected={selected} searchRef={search} onShown={setShown} />}
      {selected ? (
        <ConversationView id={selected} listed={shown} onBack={isDesk ? undefined : () => navigate('/inbox')} />
      ) : (
        isDesk && (
          <Box className={classes.nothing}>
            <EmptyState icon={IconMessages} title="Choose a conversation">
              <kbd>J</kbd> and <kbd>K</kbd> move through the list, <kbd>/</kbd> searches, <kbd>R</kbd> replies.
            </EmptyState>
          </Box>
        )
      )}
    </Box>
  )
}
