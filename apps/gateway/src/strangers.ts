import { isIPv6 } from 'node:net'
import type { RateLimiter, Verdict } from './rate-limiter.ts'

const limitPerMinute = 100
const maxRemembered = 10_000

/** Requests without a valid key, counted by client address over all gateways, so that guessing keys is slow. */
export class Strangers {
  readonly #limiter: RateLimiter
  readonly #lockedOutUntil = new Map<string, number>()

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter
  }

  async count(address: string): Promise<Verdict> {
    const group = addressGroup(address)
    const verdict = await this.#limiter.take(`address:${group}`, limitPerMinute)
    if (!verdict.allowed) {
      if (this.#lockedOutUntil.size >= maxRemembered) this.#lockedOutUntil.clear()
      this.#lockedOutUntil.set(group, Date.now() + verdict.resetS * 1_000)
    }
    return verdict
  }

  areLockedOut(address: string): boolean {
    return (this.#lockedOutUntil.get(addressGroup(address)) ?? 0) > Date.now()
  }
}

/** Who holds an IPv6 address usually holds the 2^64 beside it: they count as one. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = (address.split('%', 1)[0] ?? '').split('::')
  const [words, rest] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array<string>(Math.max(0, 8 - words.length - rest.length)).fill('0')
  const network = [...words, ...zeros, ...rest].slice(0, 4)
  return `${network.map((word) => Number.parseInt(word, 16).toString(16)).join(':')}::/64`
}
