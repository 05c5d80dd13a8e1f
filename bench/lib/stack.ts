import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@parley/data/accounts/create-account'
import { connectDb, type Db } from '@parley/data/db'
import { migrate } from '@parley/data/migrations/migrate'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { startRedis } from '@parley/local-stack/start-redis'

export type BenchAccount = { id: string; apiKey: string }

export type Stack = {
  db: Db
  postgresPid: number
  redisPid: number
  databaseUrl: string
  redisUrl: string
  /** What an app is started with. */
  env: Record<string, string>
  addAccount(name: string): Promise<BenchAccount>
}

/** Postgres and Redis of our own with the settings of production: nothing is faster for want of durability. */
export async function withStack(run: (stack: Stack) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o711)
  const postgres = await startPostgres({ home: join(home, 'postgres') })
  opened.defer(postgres.stop)
  const redis = await startRedis({ dir: join(home, 'redis') })
  opened.defer(redis.stop)
  await migrate(postgres.url)
  const db = connectDb(postgres.url)
  opened.defer(db.close)
  await run({
    db,
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    // Plain HTTP from a proxy that is believed, so that TLS is on neither side of a comparison.
    env: {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      TRUST_PROXY: '127.0.0.1',
      INGEST_BACKLOG_LIMIT: '1000000000',
      MEDIA_URL: `file://${home}/media`,
    },
    async addAccount(name) {
      const account = await createAccount(db, { kind: 'standard', email: `${name}@example.com`, name, actor: 'bench' })
      await db.prisma.account.update({ where: { id: account.id }, data: { rateLimitPerMinute: 2_000_000_000 } })
      return { id: account.id, apiKey: account.apiKey }
    },
  })
}
