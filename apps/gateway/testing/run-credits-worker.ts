import { applyStoredBatch } from '@parley/data/credits/apply-batch'
import type { Db } from '@parley/data/db'
import { applyGrantGroup } from '@parley/data/pipeline/apply-grant-group'
import type { Queues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'

/** What the credits worker does, in this process. */
export const runCreditsWorker = (db: Db, queues: Queues) =>
  runWorker(queues, {
    queue: 'credits',
    concurrency: 4,
    handlers: {
      'grants.apply': ({ grants }) => applyGrantGroup(db, grants),
      'batch.apply': ({ batchId }) => applyStoredBatch(db, batchId),
    },
  })
