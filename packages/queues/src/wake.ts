import { drainEndpoint } from './catalog.ts'
import type { Queues } from './open-queues.ts'

/**
 * Tells a delivery worker that an endpoint has work. The delivery's row is the truth: a wake-up that fails only
 * costs the time until a ticker looks, so it is never the caller's failure.
 */
export async function wakeEndpoint(queues: Queues, endpointId: string): Promise<void> {
  await queues
    .enqueue(drainEndpoint, { endpointId }, { deduplication: { id: endpointId, keepLastIfActive: true } })
    .catch(() => {})
}
