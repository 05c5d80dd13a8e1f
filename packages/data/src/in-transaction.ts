import type pg from 'pg'
import type { Db } from './db.ts'

/** Runs set-based SQL in one transaction on one connection; whatever is thrown rolls it back. */
export async function inTransaction<Result>(db: Db, run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}
