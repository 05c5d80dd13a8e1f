// npm run bench:delivery [-- --posts 10000 --probes 200]; with 0 of one only the other is measured.
// How fast one worker posts beside a bare got loop, and what a hanging endpoint costs another.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { readId } from '@parley/contracts/ids'
import { connectDb, type Db } from '@parley/data/db'
import { migrate } from '@parley/data/migrations/migrate'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { findRedisServer, startRedis } from '@parley/local-stack/start-redis'
import { openQueues } from '@parley/queues/open-queues'
import { wakeEndpoint } from '@parley/queues/wake'
import { makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '10000' }, probes: { type: 'string', default: '200' } },
})
const posts = Number(values.posts)
const probes = Number(values.probes)
const connections = 20

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
opened.defer(() => end(receiver))
const [port] = await once(createInterface(receiver.stdout), 'line')
const base = `http://127.0.0.1:${port}`

for (const engine of [{ name: 'Redis', url: redis?.url }, { name: 'Postgres' }]) {
  if (engine.name === 'Redis' && !redis) continue
  console.log(`\nQueues in ${engine.name}`)
  if (posts > 0) await showRate(engine.url)
  if (probes > 0) await showLatency(engine.url)
}

/** Bare got before and after: whatever else the machine does changes with time. */
async function showRate(redisUrl: string | undefined): Promise<void> {
  const rates: { bare: number; ours: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = await bareRate()
    const ours = await workerRate(redisUrl)
    rates.push({ ours, bare: (before + (await bareRate())) / 2 })
  }
  table([
    ['posts/s', 'bare got', 'one worker, each attempt kept', 'share'],
    ...rates.map(({ bare, ours }, round) => [
      `round ${round + 1}`,
      bare.toFixed(0),
      ours.toFixed(0),
      (ours / bare).toFixed(2),
    ]),
  ])
}

async function showLatency(redisUrl: string | undefined): Promise<void> {
  table([
    ['stored to posted', 'p50 ms', 'p99 ms', 'max ms'],
    ['B alone', ...(await latency(redisUrl, 0))],
    ['B beside A, which hangs with 5,000 waiting', ...(await latency(redisUrl, 1))],
    ['B beside fifty that hang with 100 waiting each', ...(await latency(redisUrl, 50))],
  ])
}

async function bareRate(): Promise<number> {
  const body = JSON.stringify({ body: 'reply to somebody', padding: 'x'.repeat(250) })
  const script = join(import.meta.dirname, 'delivery/bare-got.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    base,
    String(posts),
    String(connections),
    body,
  ])
  return Number(stdout)
}

/** From the first arrival to the last, so that the start of the process does not count. */
async function workerRate(redisUrl: string | undefined): Promise<number> {
  const { accountId } = await makeEndpoint(db, `${base}/`)
  await storeMany(accountId, posts)
  await stats()
  const worker = startWorker(redisUrl)
  await waitForSent(db, accountId, posts)
  await end(worker)
  const arrivals = await stats()
  if (arrivals.size !== posts || [...arrivals.values()].some(({ times }) => times !== 1)) {
    throw new Error(`${posts} were to arrive once each, ${arrivals.size} different ones did`)
  }
  const times = [...arrivals.values()].map(({ at }) => at)
  const [first, last] = times.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [Infinity, 0])
  return posts / ((last - first) / 1_000)
}

async function latency(redisUrl: string | undefined, hanging: number): Promise<string[]> {
  for (let n = 0; n < hanging; n += 1) {
    const { accountId } = await makeEndpoint(db, `${base}/hang`)
    await storeMany(accountId, hanging === 1 ? 5_000 : 100)
  }
  const { accountId, endpointId } = await makeEndpoint(db, `${base}/`)
  const queues = await openQueues({ url: redisUrl ?? postgres.url, acceptUnsafeRedis: true })
  const worker = startWorker(redisUrl)
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
  await end(worker)
  await queues.close()
  const taken = [...(await stats())].flatMap(([id, { at }]) => {
    const stored = storedAt.get(readId('delivery', id) ?? '')
    return stored === undefined ? [] : [at - stored]
  })
  taken.sort((a, b) => a - b)
  await db.pool.query('update delivery set due_at = null where due_at is not null')
  return [0.5, 0.99, 1].map((share) => String(taken[Math.ceil(taken.length * share) - 1]))
}

async function storeMany(accountId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const names = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => `visitor-${from + n}`)
    await storeReplies(db, accountId, names)
  }
}

function startWorker(redisUrl: string | undefined): ChildProcess {
  return spawn(process.execPath, ['apps/webhook-delivery-worker/src/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      DATABASE_URL: postgres.url,
      ...(redisUrl && { REDIS_URL: redisUrl }),
      SECRETS_KEY: secretsKey.toString('base64'),
      OUTBOUND_ALLOW: '127.0.0.1',
      DELIVERY_CONCURRENCY: String(connections),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
    },
  })
}

async function waitForSent(from: Db, accountId: string, count: number): Promise<void> {
  while ((await from.prisma.message.count({ where: { accountId, status: 'Sent' } })) < count) await delay(100)
}

async function stats(): Promise<Map<string, { at: number; times: number }>> {
  const answer = await fetch(`${base}/stats`)
  return new Map((await answer.json()) as [string, { at: number; times: number }][])
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function table(rows: string[][]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  for (const row of rows) {
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
  }
  console.log()
}
