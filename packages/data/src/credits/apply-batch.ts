import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'
import { allOrNone, decideGrants, hasError } from './decide-grants.ts'
import type { Batch } from './open-batch.ts'

const sliceSize = 2_500

type Progress = (decided: number) => void

/** Makes what a stored batch still has to grant. */
export async function applyStoredBatch(db: Db, batchId: string): Promise<void> {
  const { rows } = await db.pool.query<Batch>(
    'select id, agency_id as "agencyId", actor, atomic, grants from grant_batch where id = $1',
    [batchId],
  )
  if (rows[0]) await applyBatch(db, rows[0])
}

/**
 * Makes what a batch still has to grant, in slices that are each whole; an atomic one is one slice. Whoever runs
 * a slice holds the batch, so that several runs share the work and a batch that was closed is not touched again.
 */
export async function applyBatch(db: Db, batch: Batch, onProgress: Progress = () => {}): Promise<void> {
  let isOpen = true
  while (isOpen) isOpen = await runAgainAfterRace(() => applySlice(db, batch, onProgress))
}

async function applySlice(db: Db, batch: Batch, onProgress: Progress): Promise<boolean> {
  const { id: batchId, atomic, grants } = batch
  const decided = await inTransaction(db, async (client) => {
    const { rows } = await client.query<{ decided: number }>(
      `select decided from grant_batch where id = $1 and state = 'open' for update`,
      [batchId],
    )
    const [open] = rows
    if (!open) return null
    const first = open.decided
    const end = atomic ? grants.length : first + sliceSize
    const tried = await decideGrants(client, batch, grants.slice(first, end), (each) => !atomic || !hasError(each))
    const results = atomic ? allOrNone(tried) : tried
    await client.query('insert into grant_batch_slice (batch_id, first, results) values ($1, $2, $3)', [
      batchId,
      first,
      JSON.stringify(results),
    ])
    await client.query(`update grant_batch set decided = decided + $2, state = $3 where id = $1`, [
      batchId,
      results.length,
      first + results.length === grants.length ? 'done' : 'open',
    ])
    return first + results.length
  })
  if (decided !== null) onProgress(decided)
  return decided !== null && decided < grants.length
}
