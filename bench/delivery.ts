// npm run bench:delivery [-- --posts 10000 --probes 200 --rounds 3]; 0 posts or probes leaves that part out.
// How fast one worker posts beside a bare got loop, and what a hanging endpoint costs another.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readId } from '@parley/contracts/ids'
import { connectDb, type Db } from '@parley/data/db'
import { migrate } from '@parley/data/migrations/migrate'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { findRedisServer, startRedis } from '@parley/local-stack/start-redis'
import { openQueues } from '@parley/queues/open-queues'
import { wakeEndpoint } from '@parley/queues/wake'
import { makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'
import { readOptions } from './lib/options.ts'
import { cpuSeconds, startApp } from './lib/processes.ts'
import { percentile, printMachine, printTable } from './lib/table.ts'

const { posts, probes, rounds } = readOptions({ posts: 10_000, probes: 200, rounds: 3 })
const connections = 20

printMachine()
await using opened = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'parley-bench-'))
opened.defer(() => rm(home, { recursive: true, force: true }))
await chmod(home, 0o711)
const postgres = await startPostgres({ home: join(home, 'postgres') })
opened.defer(postgres.stop)
await migrate(postgres.url)
const db = connectDb(postgres.url)
opened.defer(db.close)
const redis = findRedisServer() ? await startRedis({ dir: join(home, 'redis') }) : undefined
if (redis) opened.defer(redis.stop)

const receiver = spawn(process.execPath, [join(import.meta.dirname, 'delivery/receiver.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
opened.defer(async () => void receiver.kill())
const [port] = await once(createInterface(receiver.stdout), 'line')
const base = `http://127.0.0.1:${port}`

for (const engine of [{ name: 'Redis', url: redis?.url }, { name: 'Postgres' }]) {
  if (engine.name === 'Redis' && !redis) continue
  if (posts > 0) await showRate(engine.name, engine.url)
  if (probes > 0) await showLatency(engine.name, engine.url)
}

type Rate = { perSecond: number; cpuMicros: number }

/** Bare got before and after each round: whatever else the machine does changes with time. */
async function showRate(engine: string, redisUrl: string | undefined): Promise<void> {
  const rows = []
  for (let round = 1; round <= rounds; round += 1) {
    const before = await bareRate()
    const ours = await workerRate(redisUrl)
    const bare = (before.perSecond + (await bareRate()).perSecond) / 2
    rows.push({
      round,
      'bare got, posts/s': bare,
      'one worker, posts/s': ours.perSecond,
      share: ours.perSecond / bare,
      'bare got, CPU µs a post': before.cpuMicros,
      'one worker, CPU µs a post': ours.cpuMicros,
    })
  }
  printTable(`${posts} posts over ${connections} connections, each attempt kept; queues in ${engine}`, rows)
}

async function showLatency(engine: string, redisUrl: string | undefined): Promise<void> {
  printTable(`From stored to posted, ms; queues in ${engine}`, [
    { endpoint: 'B alone', ...(await latency(redisUrl, 0)) },
    { endpoint: 'B beside A, which hangs with 5,000 waiting', ...(await latency(redisUrl, 1)) },
    { endpoint: 'B beside fifty that hang with 100 waiting each', ...(await latency(redisUrl, 50)) },
  ])
}

async function bareRate(): Promise<Rate> {
  const body = JSON.stringify({ body: 'reply to somebody', padding: 'x'.repeat(250) })
  const script = join(import.meta.dirname, 'delivery/bare-got.ts')
  const words = [script, base, String(posts), String(connections), body]
  return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout)
}

/** From the first arrival to the last, so that the start of the process does not count. */
async function workerRate(redisUrl: string | undefined): Promise<Rate> {
  const { accountId } = await makeEndpoint(db, `${base}/`)
  await storeMany(accountId, posts)
  await stats()
  const worker = await startWorker(redisUrl)
  await waitForSent(db, accountId, posts)
  const cpuMicros = (cpuSeconds(worker.pid) * 1e6) / posts
  await worker.stop()
  const arrivals = [...(await stats()).values()]
  if (arrivals.length !== posts || arrivals.some(({ times }) => times !== 1)) {
    throw new Error(`${posts} were to arrive once each, ${arrivals.length} different ones did`)
  }
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b)
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  return { perSecond: posts / seconds, cpuMicros }
}

async function latency(redisUrl: string | undefined, hanging: number): Promise<Record<string, number>> {
  for (let n = 0; n < hanging; n += 1) {
    const { accountId } = await makeEndpoint(db, `${base}/hang`)
    await storeMany(accountId, hanging === 1 ? 5_000 : 100)
  }
  const { accountId, endpointId } = await makeEndpoint(db, `${base}/`)
  const queues = await openQueues({ url: redisUrl ?? postgres.url, acceptUnsafeRedis: true })
  const worker = await startWorker(redisUrl)
  await storeReplies(db, accountId, ['warm'])
  await waitForSent(db, accountId, 1)
  await stats()
  const storedAt = new Map<string, number>()
  for (let n = 0; n < probes; n += 1) {
    const [stored] = await storeReplies(db, accountId, [`visitor-${n}`])
    storedAt.set(stored?.id ?? '', Date.now())
    await wakeEndpoint(queues, endpointId)
    await delay(50)
  }
  await waitForSent(db, accountId, probes + 1)
  await worker.stop()
  await queues.close()
  const taken = [...(await stats())].flatMap(([id, { at }]) => {
    const stored = storedAt.get(readId('delivery', id) ?? '')
    return stored === undefined ? [] : [at - stored]
  })
  taken.sort((a, b) => a - b)
  await db.pool.query('update delivery set due_at = null where due_at is not null')
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), max: taken.at(-1) ?? 0 }
}

async function storeMany(accountId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const names = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => `visitor-${from + n}`)
    await storeReplies(db, accountId, names)
  }
}

function startWorker(redisUrl: string | undefined) {
  return startApp('webhook-delivery-worker', {
    DATABASE_URL: postgres.url,
    ...(redisUrl && { REDIS_URL: redisUrl }),
    SECRETS_KEY: secretsKey.toString('base64'),
    OUTBOUND_ALLOW: '127.0.0.1',
    DELIVERY_CONCURRENCY: String(connections),
  })
}

async function waitForSent(from: Db, accountId: string, count: number): Promise<void> {
  while ((await from.prisma.message.count({ where: { accountId, status: 'Sent' } })) < count) await delay(100)
}

async function stats(): Promise<Map<string, { at: number; times: number }>> {
  const answer = await fetch(`${base}/stats`)
  return new Map((await answer.json()) as [string, { at: number; times: number }][])
}
