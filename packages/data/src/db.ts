import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from './generated/client.ts'

/** Prisma for the reads and writes of single records, the pool for set-based SQL; both share its connections. */
export type Db = {
  prisma: PrismaClient
  pool: pg.Pool
  close(): Promise<void>
}

export type DbOptions = {
  max?: number
  name?: string
  /** After this long without an answer a query fails; for processes that have somebody waiting. */
  queryTimeoutMs?: number
}

export function connectDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'parley',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(options.queryTimeoutMs && { query_timeout: options.queryTimeoutMs }),
  })
  // A connection that breaks while idle, or between two queries of a transaction, fails the next query or is replaced;
  // without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
