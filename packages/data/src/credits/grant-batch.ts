import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'
import { applyBatch } from './apply-batch.ts'
import type { GrantResult } from './apply-grants.ts'
import { allOrNone, decideGrants } from './decide-grants.ts'
import { type BatchRequest, listGrants, openBatch } from './open-batch.ts'
import { readBatchResults } from './read-batch.ts'

/** Grants up to 10,000 at once, in this process, and says of each in order what became of it. */
export async function grantBatch(
  db: Db,
  agencyId: string,
  request: BatchRequest,
  actor: string,
  onProgress?: (decided: number) => void,
): Promise<GrantResult[]> {
  const batch = await openBatch(db, agencyId, request, actor)
  await applyBatch(db, batch, onProgress)
  return readBatchResults(db, agencyId, batch.id)
}

/** What `grantBatch` would answer now. Nothing is written. */
export async function tryBatch(db: Db, agencyId: string, request: BatchRequest, actor: string): Promise<GrantResult[]> {
  const grants = listGrants(request)
  const results = await runAgainAfterRace(() =>
    inTransaction(db, (client) => decideGrants(client, { agencyId, actor }, grants, () => false)),
  )
  return request.atomic ? allOrNone(results) : results
}
