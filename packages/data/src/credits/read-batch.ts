import type { Db } from '../db.ts'
import type { GrantResult } from './apply-grants.ts'

export type BatchProgress = { state: 'open' | 'done' | 'closed'; decided: number; size: number }

export async function readBatchProgress(db: Db, agencyId: string, batchId: string): Promise<BatchProgress | null> {
  const { rows } = await db.pool.query<BatchProgress>({
    name: 'batch-progress',
    text: `select state, decided, size from grant_batch where id = $1 and agency_id = $2`,
    values: [batchId, agencyId],
  })
  return rows[0] ?? null
}

/** What became of each grant, in order. What a closed batch did not get to was not granted and never will be. */
export async function readBatchResults(db: Db, agencyId: string, batchId: string): Promise<GrantResult[]> {
  const { rows } = await db.pool.query<{ results: GrantResult[]; size: number }>(
    `select coalesce(results, '[]') as results, size
     from grant_batch left join grant_batch_slice on batch_id = id
     where id = $1 and agency_id = $2
     order by first`,
    [batchId, agencyId],
  )
  const results = rows.flatMap((row) => row.results)
  const missing = Array.from({ length: (rows[0]?.size ?? 0) - results.length }, unavailable)
  return [...results, ...missing]
}

const unavailable = (): GrantResult => ({ outcome: 'error', code: 'UNAVAILABLE' })

/** Stops a batch for good; a slice that is being granted right now is waited for. */
export async function closeBatch(db: Db, agencyId: string, batchId: string): Promise<void> {
  await db.pool.query(`update grant_batch set state = 'closed' where id = $1 and agency_id = $2 and state = 'open'`, [
    batchId,
    agencyId,
  ])
}
