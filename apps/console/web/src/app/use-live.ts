import type { LiveEvent } from '@parley/contracts/session/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alertsAreOn } from './alert-switch.ts'
import { addressOf } from './api.ts'

type ChangeListener = (changed: string[] | 'everything') => void
const listeners = new Set<ChangeListener>()

/** For what is not a plain query: called with the conversations that changed. */
export function useLiveChanges(listener: ChangeListener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Keeps what is on screen true. The browser reconnects by itself; after any gap everything is fetched anew. */
export function useLive(accountId: string): { connected: boolean } {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    let hadGap = false
    const tell = (changed: string[] | 'everything') => {
      void queries.invalidateQueries({
        predicate: ({ meta }) =>
          meta?.live === true ||
          (typeof meta?.live === 'string' && (changed === 'everything' || changed.includes(meta.live))),
      })
      for (const listener of listeners) listener(changed)
    }
    let source: EventSource | undefined
    const open = () => {
      if (source) return
      source = new EventSource(addressOf(accountId, 'GET /live'))
      source.onopen = () => {
        setConnected(true)
        if (hadGap) tell('everything')
        hadGap = false
      }
      source.onerror = () => {
        hadGap = true
        setConnected(false)
      }
      source.onmessage = ({ data }) => {
        const event: LiveEvent = JSON.parse(data)
        tell(event.type === 'everything' ? 'everything' : event.conversationIds)
      }
    }
    const close = () => {
      source?.close()
      source = undefined
    }
    // A browser opens at most six connections to one address: tabs that nobody sees give theirs back.
    const onVisibility = () => {
      if (document.visibilityState === 'visible') open()
      else if (!alertsAreOn()) {
        hadGap = true
        close()
      }
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
