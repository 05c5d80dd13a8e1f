import { setTimeout as delay } from 'node:timers/promises'
import { ParleyError } from '@parley/contracts/errors'
import type { GrantResult } from '@parley/data/credits/apply-grants'
import { tryBatch } from '@parley/data/credits/grant-batch'
import { type BatchRequest, openBatch } from '@parley/data/credits/open-batch'
import { closeBatch, readBatchProgress, readBatchResults } from '@parley/data/credits/read-batch'
import type { Db } from '@parley/data/db'
import { applyBatch } from '@parley/queues/catalog'
import type { GrantParts } from './grant-credits.ts'

export type GrantBatch = (
  agency: { accountId: string; actor: string },
  request: BatchRequest & { dryRun?: boolean | undefined },
) => Promise<GrantResult[]>

const pollMs = 10

/**
 * A batch stands in Postgres and the credits worker is woken up for it. The caller waits as long as it gets on, then
 * closes it: what was granted by then is in the results, and the rest can never be granted any more.
 */
export function createGrantBatch({ db, queues, patienceMs = 5_000 }: GrantParts): GrantBatch {
  return async ({ accountId, actor }, { dryRun, ...request }) => {
    if (dryRun) return tryBatch(db, accountId, request, actor)
    const { id: batchId } = await openBatch(db, accountId, request, actor)
    try {
      const enqueued = await queues.enqueue(applyBatch, { batchId }).then(
        () => true,
        () => false,
      )
      if (enqueued) await untilDecided(db, accountId, batchId, patienceMs)
      await closeBatch(db, accountId, batchId)
      return refuseUntouched(await readBatchResults(db, accountId, batchId))
    } catch (cause) {
      if (cause instanceof ParleyError) throw cause
      throw new ParleyError('GRANT_UNKNOWN', 'It is not known what was granted; ask again with the same keys.', {
        retryAfterS: 1,
        cause,
      })
    }
  }
}

async function untilDecided(db: Db, agencyId: string, batchId: string, patienceMs: number): Promise<void> {
  let decided = 0
  let giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    await delay(pollMs)
    const progress = await readBatchProgress(db, agencyId, batchId)
    if (progress?.state !== 'open') return
    if (progress.decided > decided) giveUpAt = Date.now() + patienceMs
    decided = progress.decided
  }
}

function refuseUntouched(results: GrantResult[]): GrantResult[] {
  if (results.some((result) => result.outcome !== 'error' || result.code !== 'UNAVAILABLE')) return results
  throw new ParleyError('UNAVAILABLE', 'Nothing of the batch was granted or will be; send the same again.', {
    retryAfterS: 1,
  })
}
