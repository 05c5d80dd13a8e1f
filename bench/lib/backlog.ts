import { setTimeout as delay } from 'node:timers/promises'
import { ingestQueues, measureBacklog } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'

/** Messages accepted and not stored, in both classes. */
export async function wholeBacklog(queues: Queues): Promise<number> {
  const each = await Promise.all(ingestQueues.map((name) => measureBacklog(queues, name)))
  return each.reduce((sum, { messages }) => sum + messages, 0)
}

export async function untilDrained(queues: Queues): Promise<void> {
  while ((await wholeBacklog(queues)) > 0) await delay(50)
}
