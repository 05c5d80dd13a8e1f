import type { InboxMessage } from '@parley/contracts/session/inbox'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CallAnswer, type CallError, callAccount } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { useLiveChanges } from '../../app/use-live.ts'

type State = {
  /** The oldest first. */
  messages: InboxMessage[]
  /** Where older ones begin; null when there are none. */
  older: string | null
  loaded: boolean
  error: CallError | null
}

const lookAgainMs = 30_000

type FirstPage = CallAnswer<'GET /conversations/:conversation/messages'>
const fetchedAhead = new Map<string, Promise<FirstPage>>()
const aheadMs = 2_000

const fetchMessages = (account: string, conversation: string, cursor?: string): Promise<FirstPage> =>
  callAccount(account, 'GET /conversations/:conversation/messages', {
    params: { conversation },
    query: cursor ? { cursor } : {},
  })

/** Called when the button goes down on a conversation: by the time it is let go the messages are on their way. */
export function fetchMessagesAhead(account: string, conversation: string): void {
  if (fetchedAhead.has(conversation)) return
  const page = fetchMessages(account, conversation)
  page.catch(() => {}) // told when they are asked for again
  fetchedAhead.set(conversation, page)
  setTimeout(() => fetchedAhead.delete(conversation), aheadMs)
}

/**
 * The messages of a conversation, as far back as somebody scrolled. A change fetches the newest page and lays it over
 * what is known; pages in between are fetched when so much came at once that the two do not meet.
 */
export function useMessages(conversation: string) {
  const { account, me } = useSession()
  const [state, setState] = useState<State>({ messages: [], older: null, loaded: false, error: null })
  const [onTheirWay, setOnTheirWay] = useState<InboxMessage[]>([])
  const known = useRef<State>(state)
  const line = useRef(Promise.resolve())
  const refreshWaits = useRef(false)

  const fetchPage = useCallback(
    (cursor?: string) => {
      const ahead = cursor ? undefined : fetchedAhead.get(conversation)
      fetchedAhead.delete(conversation)
      return ahead ?? fetchMessages(account.id, conversation, cursor)
    },
    [account.id, conversation],
  )
  const keep = useCallback((next: State) => {
    known.current = next
    setState(next)
    setOnTheirWay((drafts) => drafts.filter(({ id }) => !next.messages.some((message) => message.id === id)))
  }, [])

  /** One after the other, so that none lays itself over what it does not know. */
  const inTurn = useCallback(
    (run: () => Promise<void>) => {
      line.current = line.current.then(run).catch((error: CallError) => keep({ ...known.current, error }))
    },
    [keep],
  )

  const refresh = useCallback(() => {
    if (refreshWaits.current) return // and will see this change too
    refreshWaits.current = true
    inTurn(async () => {
      refreshWaits.current = false
      const ids = new Set(known.current.messages.map(({ id }) => id))
      let page = await fetchPage()
      const fresh = [...page.items]
      while (ids.size > 0 && page.nextCursor && !page.items.some(({ id }) => ids.has(id))) {
        page = await fetchPage(page.nextCursor)
        fresh.push(...page.items)
      }
      const { messages, older, loaded } = known.current
      keep({
        messages: layOver(messages, fresh.reverse()),
        older: loaded ? older : page.nextCursor,
        loaded: true,
        error: null,
      })
    })
  }, [fetchPage, keep, inTurn])

  const loadOlder = useCallback(() => {
    const { older } = known.current
    inTurn(async () => {
      if (!older || older !== known.current.older) return
      const page = await fetchPage(older)
      keep({
        ...known.current,
        messages: [...page.items.reverse(), ...known.current.messages],
        older: page.nextCursor,
      })
    })
  }, [fetchPage, keep, inTurn])

  useEffect(() => {
    refresh()
    const timer = setInterval(refresh, lookAgainMs)
    return () => clearInterval(timer)
  }, [refresh])
  useLiveChanges(
    useCallback(
      (changed) => {
        if (changed === 'everything' || changed.includes(conversation)) refresh()
      },
      [conversation, refresh],
    ),
  )

  /** Shows a reply while it is being stored. Say under which id it was, or that it was not. */
  const showReply = useCallback(
    (body: string) => {
      const draft = makeDraft(body, me.user.name)
      setOnTheirWay((drafts) => [...drafts, draft])
      return {
        stored(id: string) {
          setOnTheirWay((drafts) => drafts.map((each) => (each.id === draft.id ? { ...draft, id } : each)))
          refresh()
        },
        refused: () => setOnTheirWay((drafts) => drafts.filter(({ id }) => id !== draft.id)),
      }
    },
    [me.user.name, refresh],
  )
  const messages = useMemo(
    () => (onTheirWay.length === 0 ? state.messages : [...state.messages, ...onTheirWay]),
    [state.messages, onTheirWay],
  )
  return { ...state, messages, loadOlder, refresh, showReply }
}

const makeDraft = (body: string, author: string): InboxMessage => ({
  id: crypto.randomUUID(),
  direction: 'outgoing',
  kind: 'text',
  body,
  status: 'Sending',
  error: null,
  nextAttemptAt: null,
  sentBy: 'person',
  author,
  media: null,
  at: new Date().toISOString(),
})

function layOver(known: InboxMessage[], fresh: InboxMessage[]): InboxMessage[] {
  const newer = new Map(fresh.map((message) => [message.id, message]))
  const kept = known.map((message) => newer.get(message.id) ?? message)
  const ids = new Set(known.map(({ id }) => id))
  return [...kept, ...fresh.filter(({ id }) => !ids.has(id))]
}
