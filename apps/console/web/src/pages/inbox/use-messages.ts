import type { InboxMessage } from '@parley/contracts/session/inbox'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type CallError, callAccount } from '../../app/api.ts'
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

/**
 * The messages of a conversation, as far back as somebody scrolled. A change fetches the newest page and lays it over
 * what is known; pages in between are fetched when so much came at once that the two do not meet.
 */
export function useMessages(conversation: string) {
  const { account } = useSession()
  const [state, setState] = useState<State>({ messages: [], older: null, loaded: false, error: null })
  const known = useRef<State>(state)
  const busy = useRef<Promise<void> | null>(null)
  const again = useRef(false)

  const fetchPage = useCallback(
    (cursor?: string) =>
      callAccount(account.id, 'GET /conversations/:conversation/messages', {
        params: { conversation },
        query: cursor ? { cursor } : {},
      }),
    [account.id, conversation],
  )
  const keep = useCallback((next: State) => {
    known.current = next
    setState(next)
  }, [])

  const refresh = useCallback(() => {
    if (busy.current) {
      again.current = true
      return
    }
    const run = async () => {
      try {
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
      } catch (error) {
        keep({ ...known.current, error: error as CallError })
      } finally {
        busy.current = null
        if (again.current) {
          again.current = false
          refresh()
        }
      }
    }
    busy.current = run()
  }, [fetchPage, keep])

  const loadOlder = useCallback(async () => {
    const { older } = known.current
    if (!older || busy.current) return
    busy.current = fetchPage(older)
      .then((page) => {
        const { messages } = known.current
        keep({ ...known.current, messages: [...page.items.reverse(), ...messages], older: page.nextCursor })
      })
      .catch(() => {})
      .finally(() => {
        busy.current = null
      })
    await busy.current
  }, [fetchPage, keep])

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
  return { ...state, loadOlder, refresh }
}

function layOver(known: InboxMessage[], fresh: InboxMessage[]): InboxMessage[] {
  const newer = new Map(fresh.map((message) => [message.id, message]))
  const kept = known.map((message) => newer.get(message.id) ?? message)
  const ids = new Set(known.map(({ id }) => id))
  return [...kept, ...fresh.filter(({ id }) => !ids.has(id))]
}
