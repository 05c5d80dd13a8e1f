import type { Db } from '../db.ts'

const atOnce = 5_000

/** Forgets what became of single requests after a week. The ledger keeps what was granted. */
export async function sweepGrants(db: Db): Promise<{ more: boolean }> {
  const counts = await Promise.all(
    ['grant_request', 'grant_batch'].map(async (table) => {
      const { rowCount } = await db.pool.query(
        `delete from ${table} where id in (
           select id from ${table} where created_at < now() - interval '7 days' order by created_at limit $1
         )`,
        [atOnce],
      )
      return rowCount
    }),
  )
  return { more: counts.includes(atOnce) }
}
