import { countRequests } from '@parley/data/pipeline/count-requests'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

const database = useTestDatabase()
const newLimiter = () => new RateLimiter((counts) => countRequests(database.db, counts))
const times = (count: number) => Array.from({ length: count })

test('exactly the limit is let through, though several gateways count at once', async () => {
  const gateways = [newLimiter(), newLimiter(), newLimiter()]
  const verdicts = await Promise.all(times(60).map((_, at) => gateways[at % 3]?.take('busy', 20)))
  expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(20)
})

test('far from the limit a few go ahead of a count that hangs; more are told to come again, and all were counted', async () => {
  const limiter = newLimiter()
  expect(await limiter.take('calm', 1_000)).toMatchObject({ allowed: true, remaining: 999 })
  const holder = await database.db.pool.connect()
  await holder.query(`begin; select from sql_rate_window where key = 'calm' for update`)
  const ahead = await Promise.all(times(5).map(() => limiter.take('calm', 1_000)))
  expect(ahead.map(({ remaining }) => remaining)).toEqual([998, 997, 996, 995, 994])
  await expect(limiter.take('calm', 1_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await holder.query('rollback')
  holder.release()
  const next = await until(() => limiter.take('calm', 1_000).catch(() => undefined))
  expect(next).toMatchObject({ allowed: true, remaining: 992 })
})

test('beyond half of the limit everybody waits for the count', async () => {
  const [limiter, other] = [newLimiter(), newLimiter()]
  await limiter.take('half', 1_000, 501)
  await other.take('half', 1_000, 499)
  expect(await limiter.take('half', 1_000)).toMatchObject({ allowed: false, remaining: 0 })
})
