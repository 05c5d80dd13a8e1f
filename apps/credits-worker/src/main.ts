import { applyStoredBatch } from '@parley/data/credits/apply-batch'
import { applyGrantGroup } from '@parley/data/pipeline/apply-grant-group'
import { renewRecharges } from '@parley/data/pipeline/renew-recharges'
import { sweepGrants } from '@parley/data/pipeline/sweep-grants'
import { openStores } from '@parley/runtime/open-stores'
import { startTicker } from '@parley/runtime/start-ticker'
import { work } from '@parley/runtime/work'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { CreditsWorkerConfig } from './config.ts'

await runMain('credits-worker', async () => {
  const config = readConfig(CreditsWorkerConfig)
  const service = await startService('credits-worker', config)
  const { db, queues } = await openStores(service, config)
  await work(service, queues, {
    queue: 'credits',
    concurrency: config.CREDITS_CONCURRENCY,
    handlers: {
      'grants.apply': ({ grants }) => applyGrantGroup(db, grants),
      'batch.apply': ({ batchId }) => applyStoredBatch(db, batchId),
    },
  })
  startTicker(service, { name: 'recharges', everyMs: 10_000, tick: () => renewRecharges(db) })
  startTicker(service, { name: 'decided grants', everyMs: 600_000, tick: () => sweepGrants(db) })
})
