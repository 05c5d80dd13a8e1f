import type { Db } from '../db.ts'
import type { BatchedGrant, GrantResult } from './apply-grants.ts'
import { readBatchResults } from './read-batch.ts'

/** A batch's grants with what became of each, in order; null when the agency has no such batch. */
export async function readBatchReport(
  db: Db,
  agencyId: string,
  batchId: string,
): Promise<{ grant: BatchedGrant; result: GrantResult }[] | null> {
  const batch = await db.prisma.grantBatch.findFirst({ where: { id: batchId, agencyId }, select: { grants: true } })
  if (!batch) return null
  const results = await readBatchResults(db, agencyId, batchId)
  const grants = batch.grants as unknown as BatchedGrant[]
  return results.map((result, at) => ({ grant: grants[at] as BatchedGrant, result }))
}
