import type { Queues } from './open-queues.ts'

/** Tells open consoles that something of an account changed; what it is they read from Postgres. */
export type LiveChange = {
  accountId: string
  /** Null when so many changed that it is cheaper to look at everything. */
  conversationIds: string[] | null
}

const namedAtMost = 100
const topicOf = (accountId: string) => `account.${accountId}`

/**
 * Called after the commit of whatever changed a conversation: a message, its state, its owner. Never the caller's
 * failure, as consoles also look by themselves now and then.
 */
export async function publishLive(
  queues: Queues,
  changed: { accountId: string; conversationId: string }[],
): Promise<void> {
  const byAccount = Map.groupBy(changed, ({ accountId }) => accountId)
  await Promise.allSettled(
    [...byAccount].map(async ([accountId, changes]) => {
      const ids = [...new Set(changes.map(({ conversationId }) => conversationId))]
      const relay = await queues.relay()
      await relay.publish(topicOf(accountId), { accountId, conversationIds: ids.length > namedAtMost ? null : ids })
    }),
  )
}

/** Hears every change of every account. `onGap` is called when changes may have been missed. */
export async function subscribeLive(
  queues: Queues,
  listeners: { onChange(change: LiveChange): void; onGap(): void },
): Promise<void> {
  const relay = await queues.relay()
  relay.on('recovered', listeners.onGap)
  relay.on('lag', listeners.onGap)
  await relay.subscribe<LiveChange>('account.*', ({ data }) => listeners.onChange(data))
}
