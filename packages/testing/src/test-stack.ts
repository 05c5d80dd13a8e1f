// The servers behind one test run, in a process of their own. It lives as long as its standard input is open, so
// that they end with the run even when that is killed.
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@parley/data/migrations/migrate'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { findRedisServer, startRedis } from '@parley/local-stack/start-redis'

/** What was written is lost with the machine, which no test is about. */
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  max_connections: '300',
}

const [mark = '', givenRedisUrl] = process.argv.slice(2)
const runOver = new Promise<void>((resolve) => process.stdin.on('close', resolve).resume())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const home = await mkdtemp(join(tmpdir(), 'parley-test-'))
await chmod(home, 0o711) // as root, Postgres runs as somebody else
const stops: (() => Promise<unknown>)[] = [
  () => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
]
try {
  const postgres = await startPostgres({ home: join(home, 'postgres'), settings: hasty, database: 'template_parley' })
  stops.push(postgres.stop)
  await migrate(postgres.url)
  let redisUrl = givenRedisUrl
  if (!redisUrl && findRedisServer()) {
    const redis = await startRedis({ dir: join(home, 'redis') })
    stops.push(redis.stop)
    redisUrl = redis.url
  }
  console.log(JSON.stringify({ home, templateUrl: postgres.url, redisUrl: redisUrl ?? null }))
  await runOver
} finally {
  await endRunProcesses()
  for (const stop of stops.reverse()) await stop().catch(console.error)
}
process.exit()

/** A killed run cannot end the programs that its tests had started. They carry its mark, and Linux lets us look. */
async function endRunProcesses(): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (!environment.split('\0').includes(mark)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}
