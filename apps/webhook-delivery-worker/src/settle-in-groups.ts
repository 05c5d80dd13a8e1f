import type { Db } from '@parley/data/db'
import { settleDeliveries } from '@parley/data/pipeline/settle-deliveries'
import { GroupCommit } from '@parley/queues/group-commit'
import { publishLive } from '@parley/queues/live'
import type { Queues } from '@parley/queues/open-queues'
import type { Posted } from './drain-endpoint.ts'
import { retryDelayMs } from './retry-schedule.ts'

/** Tries that end while others are being kept are kept together, in one statement for all endpoints. */
export function settleInGroups(db: Db, queues: Queues): (posted: Posted) => Promise<void> {
  const group = new GroupCommit<Posted>({
    async flush(posts) {
      await settleDeliveries(db, posts.map(outcomeOf))
      void publishLive(queues, posts.flatMap(changedBy))
    },
    maxItems: 500,
    maxBytes: 8 * 1024 * 1024,
    maxInFlight: 1,
  })
  return (posted) => group.add(posted, posted.result.responseBody.length + 1_000)
}

const changedBy = ({ delivery: { accountId, conversationId } }: Posted) =>
  conversationId === null ? [] : [{ accountId, conversationId }]

function outcomeOf({ delivery, url, startedAt, result: { retryAfterMs, ...result } }: Posted) {
  return {
    ...result,
    url,
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    messageId: delivery.messageId,
    startedAgoMs: performance.now() - startedAt,
    retryInMs: result.ok ? null : retryDelayMs(delivery.retryNo, retryAfterMs),
  }
}
