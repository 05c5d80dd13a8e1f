import { showId } from '@parley/contracts/ids'
import type { LiveEvent } from '@parley/contracts/session/live'
import { subscribeLive } from '@parley/queues/live'
import type { Queues } from '@parley/queues/open-queues'

type Listener = { accountId: string; send(event: LiveEvent): void; end(): void }

/** Passes changes on to the browsers that have the account open. */
export type LiveHub = {
  listen(listener: Listener): () => void
  close(): void
}

export async function openLiveHub(queues: Queues): Promise<LiveHub> {
  const listeners = new Set<Listener>()
  await subscribeLive(queues, {
    onChange({ accountId, conversationIds }) {
      const event: LiveEvent = conversationIds
        ? { type: 'changed', conversationIds: conversationIds.map((id) => showId('contact', id)) }
        : { type: 'everything' }
      for (const listener of listeners) if (listener.accountId === accountId) listener.send(event)
    },
    onGap: () => listeners.forEach((listener) => void listener.send({ type: 'everything' })),
  })
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => listeners.forEach((listener) => void listener.end()),
  }
}
