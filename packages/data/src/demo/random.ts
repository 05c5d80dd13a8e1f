/** The same number always gives the same sequence, so that what is invented twice is the same. */
export type Random = { share(): number; between(low: number, high: number): number; pick<T>(from: readonly T[]): T }

/** Mulberry32: small, and random enough for names and times. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    between: (low, high) => low + share() * (high - low),
    pick: (from) => from[Math.floor(share() * from.length)] as (typeof from)[number],
  }
}
