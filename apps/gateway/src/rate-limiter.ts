import { ParleyError } from '@parley/contracts/errors'
import type { RequestCount, WindowUse } from '@parley/data/pipeline/count-requests'
import { FlushLate, GroupCommit } from '@parley/queues/group-commit'

export type Verdict = { allowed: boolean; limit: number; remaining: number; resetS: number }

type Ask = RequestCount & { limit: number; verdict?: Verdict }

/** A window as it was last read, and what was taken from it since and is not in that yet. */
type Known = { used: number; taken: number; readAt: number; endsAt: number }

/** A gateway that has heard from Postgres so lately, and of less than half of a limit used, may go ahead of it. */
const freshMs = 1_000
const calmShare = 1 / 2
/** So much of a limit at most is let through before it is counted. */
const aheadShare = 1 / 200
const maxKnown = 10_000

/**
 * Counts requests in groups: one statement for all that came together, in which each has its rank. So it is exact
 * over any number of gateways, and no request makes a round trip of its own. A refused request counts as well.
 *
 * Far from the limit nobody waits for the count: the request goes on and is counted meanwhile.
 */
export class RateLimiter {
  readonly #groups: GroupCommit<Ask>
  readonly #known = new Map<string, Known>()

  constructor(count: (counts: RequestCount[]) => Promise<WindowUse[]>) {
    this.#groups = new GroupCommit<Ask>({
      flush: async (asks) => {
        const sums = sumByKey(asks)
        const uses = await count(sums)
        this.#learn(sums, uses)
        rank(asks, uses)
      },
      maxItems: 10_000,
      maxBytes: Number.POSITIVE_INFINITY,
      maxInFlight: 1,
      busyIntervalMs: 2,
      deadlineMs: 1_000,
    })
  }

  async take(key: string, limit: number, cost = 1): Promise<Verdict> {
    const ahead = this.#goAhead(key, limit, cost)
    const ask: Ask = { key, limit, cost }
    const counted = this.#groups.add(ask, 0)
    if (ahead) {
      counted.catch(() => this.#known.delete(key)) // from here on they wait, and are told
      return ahead
    }
    await counted.catch(tellLate)
    if (!ask.verdict) throw new Error(`The requests of ${key} were not counted`)
    return ask.verdict
  }

  #goAhead(key: string, limit: number, cost: number): Verdict | undefined {
    const known = this.#known.get(key)
    if (!known) return undefined
    known.taken += cost
    const now = performance.now()
    const leftMs = known.endsAt - now
    const used = known.used + known.taken
    const isCalm = now - known.readAt < freshMs && leftMs > freshMs && used <= limit * calmShare
    if (!isCalm || known.taken > limit * aheadShare) return undefined
    return { allowed: true, limit, remaining: limit - used, resetS: Math.ceil(leftMs / 1_000) }
  }

  #learn(sums: RequestCount[], uses: WindowUse[]): void {
    if (this.#known.size > maxKnown) this.#known.clear()
    const counted = new Map(sums.map(({ key, cost }) => [key, cost]))
    const readAt = performance.now()
    for (const { key, used, resetS } of uses) {
      const taken = Math.max(0, (this.#known.get(key)?.taken ?? 0) - (counted.get(key) ?? 0))
      this.#known.set(key, { used, taken, readAt, endsAt: readAt + resetS * 1_000 })
    }
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
