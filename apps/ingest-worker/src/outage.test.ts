import { newId } from '@parley/contracts/ids'
import type { StoreMessages } from '@parley/contracts/jobs'
import { connectDb } from '@parley/data/db'
import { findRedisServer } from '@parley/local-stack/start-redis'
import { storeMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import { openQueues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { ownPostgres, ownRedis } from '@parley/testing/own-servers'
import { startApp } from '@parley/testing/start-app'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'

const account = newId()
/** Servers and processes are started again and again, which takes its time on a busy machine. */
const patience = { timeout: 180_000 }

async function start(databaseUrl: string, redisUrl?: string) {
  const queues = await openQueues({ url: redisUrl ?? databaseUrl })
  const db = connectDb(databaseUrl)
  onTestFinished(async () => {
    await db.close()
    await queues.close()
  })
  await startApp('ingest-worker', { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, JOB_LOCK_MS: '1000' })
  const payload = (sid: string): StoreMessages => ({ messages: [acceptedMessage(account, sid)] })
  const enqueue = (sid: string) => queues.enqueue(storeMessages, payload(sid), { jobId: ingestJobId(1) })
  return {
    enqueue,
    untilTaken: (sid: string) =>
      until(
        () =>
          enqueue(sid).then(
            () => true,
            () => false,
          ),
        { timeoutMs: 60_000 },
      ),
    untilStored: (count: number) =>
      until(async () => (await db.prisma.message.count().catch(() => 0)) === count, { timeoutMs: 100_000 }),
    deadLetters: () => db.prisma.deadLetter.count(),
  }
}

test.runIf(findRedisServer())(
  'a worker waits out Postgres and Redis, one after the other, and sets nothing aside',
  patience,
  async () => {
    const [postgres, redis] = await Promise.all([ownPostgres(), ownRedis()])
    const { enqueue, untilTaken, untilStored, deadLetters } = await start(postgres.url, redis.url)
    await enqueue('before')
    await untilStored(1)
    await postgres.stop()
    for (const sid of ['a', 'b', 'c', 'd', 'e']) await enqueue(sid)
    await postgres.start()
    await untilStored(6)
    await redis.stop()
    await redis.start()
    await untilTaken('after')
    await untilStored(7)
    expect(await deadLetters()).toBe(0)
  },
)

test('a worker whose queue lives in the Postgres that restarts goes on by itself', patience, async () => {
  const postgres = await ownPostgres()
  const { enqueue, untilTaken, untilStored } = await start(postgres.url)
  await enqueue('before')
  await untilStored(1)
  await postgres.stop()
  await postgres.start()
  await untilTaken('after')
  await untilStored(2)
})
