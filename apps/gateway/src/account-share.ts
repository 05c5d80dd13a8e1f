/** What an account may send before it goes behind those that send less: messages a second, and saved up. */
const ratePerSecond = 100
const burst = 200
const maxAccounts = 10_000

type Bucket = { tokens: number; filledAt: number }

/** A token bucket per account, in this process alone: rough is enough, as it decides about a place in line only. */
export class AccountShares {
  readonly #buckets = new Map<string, Bucket>()

  /** True when the account is within its share. */
  take(accountId: string, messages: number, now = performance.now()): boolean {
    const bucket = this.#fill(accountId, now)
    if (bucket.tokens < messages) return false
    bucket.tokens -= messages
    return true
  }

  #fill(accountId: string, now: number): Bucket {
    const known = this.#buckets.get(accountId)
    if (!known) {
      if (this.#buckets.size >= maxAccounts) this.#forgetIdle(now)
      const made = { tokens: burst, filledAt: now }
      this.#buckets.set(accountId, made)
      return made
    }
    known.tokens = Math.min(burst, known.tokens + ((now - known.filledAt) / 1_000) * ratePerSecond)
    known.filledAt = now
    return known
  }

  /** A bucket that has had the time to fill up says no more than a new one. */
  #forgetIdle(now: number): void {
    for (const [accountId, { filledAt }] of this.#buckets) {
      if (now - filledAt > (burst / ratePerSecond) * 1_000) this.#buckets.delete(accountId)
    }
  }
}
