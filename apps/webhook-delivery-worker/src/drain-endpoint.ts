import { setTimeout as sleep } from 'node:timers/promises'
import { showId } from '@parley/contracts/ids'
import type { Db } from '@parley/data/db'
import { type ClaimedDelivery, type ClaimedEndpoint, claimDeliveries } from '@parley/data/pipeline/claim-deliveries'
import { holdDeliveries } from '@parley/data/pipeline/hold-deliveries'
import { unseal } from '@parley/data/secrets/seal'
import type { Outbound } from '@parley/outbound/open-outbound'
import { type PostResult, postWebhook } from '@parley/outbound/post-webhook'

export type Posted = { delivery: ClaimedDelivery; url: string; startedAt: number; result: PostResult }

export type DrainTools = {
  db: Db
  outbound: Outbound
  secretsKey: Buffer
  /** Posts that one endpoint gets at the same time. */
  concurrency: number
  /** Resolves when it is kept how the try ended. */
  settle(posted: Posted): Promise<void>
  /** Others may wait for our place, or the process is to stop. */
  mustYield(turnMs: number): boolean
}

/** While something slow is under way, what was stored meanwhile is looked for after this long, then less often. */
const firstLookMs = 25
const lastLookMs = 250

/**
 * Posts what is due at an endpoint until nothing is, or until it is the turn of others; says whether there may be
 * more. Returns when all that it has begun is settled, so one endpoint never gets more than its share at a time.
 */
export async function drainEndpoint(tools: DrainTools, endpointId: string): Promise<{ more: boolean }> {
  const { db, concurrency } = tools
  const startedAt = performance.now()
  const underWay = new Set<Promise<void>>()
  let lookMs = firstLookMs
  let more = true

  const begin = (endpoint: ClaimedEndpoint, delivery: ClaimedDelivery) => {
    const post = deliver(tools, endpoint, delivery).finally(() => underWay.delete(post))
    underWay.add(post)
  }

  try {
    while (!tools.mustYield(performance.now() - startedAt)) {
      if (underWay.size === concurrency) await Promise.race(underWay)
      const claim = await claimDeliveries(db, endpointId, concurrency - underWay.size)
      if (!claim) return { more: false }
      if (claim.endpoint.isDisabled) {
        await holdDeliveries(db, endpointId)
        break
      }
      for (const delivery of claim.deliveries) begin(claim.endpoint, delivery)
      if (underWay.size === 0) {
        more = false
        break
      }
      lookMs = claim.deliveries.length > 0 ? firstLookMs : Math.min(lookMs * 2, lastLookMs)
      // A broken endpoint gets one try at a time: there is nothing to look for before it has ended.
      await (claim.endpoint.isBroken ? Promise.race(underWay) : Promise.race([...underWay, sleep(lookMs)]))
    }
  } finally {
    await Promise.all(underWay)
  }
  return { more }
}

/** The `webhook-id` is the delivery's own, so retries keep it. */
async function deliver(tools: DrainTools, { url, secretsSealed }: ClaimedEndpoint, delivery: ClaimedDelivery) {
  const startedAt = performance.now()
  const secrets = secretsSealed.map((sealed) => unseal(tools.secretsKey, sealed))
  const id = showId('delivery', delivery.id)
  const result = await postWebhook(tools.outbound, { url, id, secrets, body: delivery.body })
  await tools.settle({ delivery, url, startedAt, result })
}
