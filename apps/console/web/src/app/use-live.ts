import type { LiveEvent } from '@parley/contracts/session/live'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alertsAreOn } from './alert-switch.ts'
import { addressOf } from './api.ts'

const comeBackMs = 2_000

type ChangeListener = (changed: string[] | 'everything') => void
const listeners = new Set<ChangeListener>()

/** For what is not a plain query: called with the conversations that changed. */
export function useLiveChanges(listener: ChangeListener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/**
 * Keeps what is on screen true. The browser reconnects by itself; whenever it is connected everything is fetched anew,
 * also the first time: the page may have read before the stream was open, and nothing is told twice.
 */
export function useLive(accountId: string): { connected: boolean } {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const tell = (changed: string[] | 'everything') => {
      const predicate = ({ meta }: Query) =>
        meta?.live === true ||
        (typeof meta?.live === 'string' && (changed === 'everything' || changed.includes(meta.live)))
      // A first answer that is under way is not asked for again by this, though it may be older than the change.
      const first = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
      const late = first.filter(({ state }) => state.status === 'pending').map(({ promise }) => promise)
      void queries.invalidateQueries({ predicate })
      if (late.length > 0) void Promise.allSettled(late).then(() => queries.invalidateQueries({ predicate }))
      for (const listener of listeners) listener(changed)
    }
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      if (source) return
      source = new EventSource(addressOf(accountId, 'GET /live'))
      source.onopen = () => {
        setConnected(true)
        tell('everything')
      }
      source.onerror = () => {
        setConnected(false)
        // It comes back from a broken line by itself, but not from a refusal, as of a proxy before a server that restarts.
        if (source?.readyState === EventSource.CLOSED) {
          close()
          timer = setTimeout(open, comeBackMs)
        }
      }
      source.onmessage = ({ data }) => {
        const event: LiveEvent = JSON.parse(data)
        tell(event.type === 'everything' ? 'everything' : event.conversationIds)
      }
    }
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    // A browser opens at most six connections to one address: tabs that nobody sees give theirs back.
    const onVisibility = () => {
      if (document.visibilityState === 'visible') open()
      else if (!alertsAreOn()) close()
    }
    document.addEventListener('visibilitychange', onVisibility)
    open()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      close()
    }
  }, [accountId, queries])
  return { connected }
}
