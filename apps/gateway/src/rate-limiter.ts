import { ParleyError } from '@parley/contracts/errors'
import type { RequestCount, WindowUse } from '@parley/data/pipeline/count-requests'
import { FlushLate, GroupCommit } from '@parley/queues/group-commit'

export type Verdict = { allowed: boolean; limit: number; remaining: number; resetS: number }

type Ask = RequestCount & { limit: number; verdict?: Verdict }

/**
 * Counts requests in groups: one statement for all that came together, in which each has its rank. So it is exact
 * over any number of gateways, and no request makes a round trip of its own. A refused request counts as well.
 */
export class RateLimiter {
  readonly #groups: GroupCommit<Ask>

  constructor(count: (counts: RequestCount[]) => Promise<WindowUse[]>) {
    this.#groups = new GroupCommit<Ask>({
      flush: async (asks) => rank(asks, await count(sumByKey(asks))),
      maxItems: 10_000,
      maxBytes: Number.POSITIVE_INFINITY,
      maxInFlight: 1,
      busyIntervalMs: 5,
      deadlineMs: 5_000,
    })
  }

  async take(key: string, limit: number, cost = 1): Promise<Verdict> {
    const ask: Ask = { key, limit, cost }
    await this.#groups.add(ask, 0).catch(tellLate)
    if (!ask.verdict) throw new Error(`The requests of ${key} were not counted`)
    return ask.verdict
  }
}

function tellLate(cause: unknown): never {
  if (!(cause instanceof FlushLate)) throw cause
  throw new ParleyError('UNAVAILABLE', 'The request cannot be counted now; send the same again shortly.', {
    retryAfterS: 1,
    cause,
  })
}

function sumByKey(asks: Ask[]): RequestCount[] {
  const costs = new Map<string, number>()
  for (const { key, cost } of asks) costs.set(key, (costs.get(key) ?? 0) + cost)
  return [...costs].map(([key, cost]) => ({ key, cost }))
}

/** The sums are those after the group: its last request is the one that reached it. */
function rank(asks: Ask[], uses: WindowUse[]): void {
  const windows = new Map(uses.map((use) => [use.key, { ...use }]))
  for (const ask of asks.toReversed()) {
    const window = windows.get(ask.key)
    if (!window) continue
    const { used, resetS } = window
    ask.verdict = { allowed: used <= ask.limit, limit: ask.limit, remaining: Math.max(0, ask.limit - used), resetS }
    window.used -= ask.cost
  }
}
