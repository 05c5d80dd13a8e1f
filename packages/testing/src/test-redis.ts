import { Redis } from 'ioredis'
import { afterAll, beforeAll, inject } from 'vitest'

/** Redis numbers its databases, 16 unless it is told otherwise; we keep our claims in the first. */
const numbers = Array.from({ length: 15 }, (_, index) => index + 1)
const claimSeconds = 900

/** An empty database of the test run's Redis, kept from the other tests until these are over. */
export function useTestRedis(): { readonly url: string } {
  const server = inject('redisUrl')
  let claimed: { url: string; release(): Promise<void> } | undefined

  beforeAll(async () => {
    if (server !== null) claimed = await claimDatabase(server)
  })
  afterAll(() => claimed?.release())
  return {
    get url() {
      if (!claimed) throw new Error('Redis is there in tests and hooks, not while they are being declared.')
      return claimed.url
    },
  }
}

async function claimDatabase(server: string): Promise<{ url: string; release(): Promise<void> }> {
  const claims = new Redis(server)
  for (const number of numbers) {
    const claim = `parley-test:claim:${number}`
    if ((await claims.set(claim, '1', 'EX', claimSeconds, 'NX')) === null) continue
    const url = new URL(server)
    url.pathname = `/${number}`
    const database = new Redis(url.href)
    // What somebody else keeps on a server of their own (TEST_REDIS_URL) is never touched.
    if ((await database.dbsize()) === 0) {
      const release = async () => {
        await database.flushdb()
        await claims.del(claim)
        database.disconnect()
        claims.disconnect()
      }
      return { url: url.href, release }
    }
    await claims.del(claim)
    database.disconnect()
  }
  claims.disconnect()
  throw new Error('None of the databases 1 to 15 of the Redis server is empty and free.')
}
