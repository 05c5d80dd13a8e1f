import { setTimeout as sleep } from 'node:timers/promises'
import { showId } from '@parley/contracts/ids'
import type { Db } from '@parley/data/db'
import { type ClaimedDelivery, claimDeliveries, claimLeaseS } from '@parley/data/pipeline/claim-deliveries'
import { holdDeliveries } from '@parley/data/pipeline/hold-deliveries'
import { unseal } from '@parley/data/secrets/seal'
import type { Outbound } from '@parley/outbound/open-outbound'
import { type PostResult, postTimeoutMs, postWebhook } from '@parley/outbound/post-webhook'

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
/** What has waited longer in our hands is left to whoever claims it next: the claim must outlast the post. */
const freshMs = claimLeaseS * 1_000 - postTimeoutMs - 1_000
const aheadMs = 1_000
const maxRoundsAhead = 5

type Target = { url: string; secrets: string[] }
type Claimed = { target: Target; delivery: ClaimedDelivery; claimedAt: number }

/**
 * Posts what is due at an endpoint until nothing is, or until it is the turn of others; says whether there may be
 * more. Returns when all that it has begun is settled, so one endpoint never gets more than its share at a time.
 */
export async function drainEndpoint(tools: DrainTools, endpointId: string): Promise<{ more: boolean }> {
  const { db, concurrency } = tools
  const startedAt = performance.now()
  const ready: Claimed[] = []
  const unsettled = new Set<Promise<void>>()
  let posting = 0
  let postMs = Number.POSITIVE_INFINITY
  let change = Promise.withResolvers<void>()

  const begin = async ({ target, delivery }: Claimed) => {
    posting += 1
    const postedAt = performance.now()
    const id = showId('delivery', delivery.id) // its own, so retries keep it
    const result = await postWebhook(tools.outbound, { ...target, id, body: delivery.body })
    posting -= 1
    postMs = result.statusCode === null ? Number.POSITIVE_INFINITY : result.durationMs
    fill()
    if (ready.length < concurrency) change.resolve()
    await tools.settle({ delivery, url: target.url, startedAt: postedAt, result })
  }
  const fill = () => {
    while (posting < concurrency && ready.length > 0) {
      const next = ready.shift()
      if (!next || performance.now() - next.claimedAt > freshMs) continue
      const done = begin(next).finally(() => {
        unsettled.delete(done)
        change.resolve()
      })
      unsettled.add(done)
    }
  }

  /**
   * Few while it does not answer: many endpoints that hang must not take all our time. Then as many as have places, and
   * what these can post within a second: so no place waits for the database.
   */
  const room = () => {
    const roundsAhead = Math.min(Math.floor(aheadMs / Math.max(postMs, 1)), maxRoundsAhead)
    const wanted = postMs === Number.POSITIVE_INFINITY ? Math.ceil(concurrency / 4) : concurrency * (1 + roundsAhead)
    return wanted - posting - ready.length
  }
  let lookMs = firstLookMs
  let more = true
  try {
    while (more && !tools.mustYield(performance.now() - startedAt)) {
      if (room() > 0 && ready.length <= concurrency) {
        const asked = room()
        const { endpoint, deliveries } = await claimDeliveries(db, endpointId, asked)
        if (endpoint.isDisabled) await holdDeliveries(db, endpointId)
        const secrets = deliveries.length > 0 ? endpoint.secretsSealed.map((it) => unseal(tools.secretsKey, it)) : []
        const claimedAt = performance.now()
        ready.push(...deliveries.map((delivery) => ({ target: { url: endpoint.url, secrets }, delivery, claimedAt })))
        fill()
        more = unsettled.size > 0 && !endpoint.isDisabled
        if (!more || deliveries.length === asked) continue
        lookMs = deliveries.length > 0 ? firstLookMs : Math.min(lookMs * 2, lastLookMs)
      }
      await Promise.race([change.promise, sleep(lookMs)])
      change = Promise.withResolvers()
    }
  } finally {
    while (unsettled.size > 0) await Promise.all(unsettled)
  }
  return { more }
}
