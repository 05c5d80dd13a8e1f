import { vi } from 'vitest'

/** Waits until `look` gives something other than undefined, null or false, and returns that. */
export function until<T>(look: () => T | Promise<T>, options: { timeoutMs?: number; what?: string } = {}) {
  const { timeoutMs = 20_000, what = 'the awaited state' } = options
  return vi.waitFor(
    async () => {
      const seen = await look()
      if (seen === undefined || seen === null || seen === false) throw new Error(`${what} did not come about`)
      return seen as Exclude<Awaited<T>, undefined | null | false>
    },
    { timeout: timeoutMs, interval: 20 },
  )
}
