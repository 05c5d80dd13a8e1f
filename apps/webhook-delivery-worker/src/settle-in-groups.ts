import type { Db } from '@parley/data/db'
import { settleDeliveries } from '@parley/data/pipeline/settle-deliveries'
import { GroupCommit } from '@parley/queues/group-commit'
import type { Posted } from './drain-endpoint.ts'
import { retryDelayMs } from './retry-schedule.ts'

/** Tries that end while others are being kept are kept together, in one statement for all endpoints. */
export function settleInGroups(db: Db): (posted: Posted) => Promise<void> {
  const group = new GroupCommit<Posted>({
    flush: (posts) => settleDeliveries(db, posts.map(outcomeOf)),
    maxItems: 500,
    maxBytes: 8 * 1024 * 1024,
    maxInFlight: 1,
  })
  return (posted) => group.add(posted, posted.result.responseBody.length + 1_000)
}

function outcomeOf({ delivery, url, startedAt, result: { retryAfterMs, ...result } }: Posted) {
  return {
    ...result,
    url,
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    startedAgoMs: performance.now() - startedAt,
    retryInMs: result.ok ? null : retryDelayMs(delivery.retryNo, retryAfterMs),
  }
}
