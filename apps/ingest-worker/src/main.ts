import { connectDb } from '@parley/data/db'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openQueues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { IngestWorkerConfig } from './config.ts'

await runMain('ingest-worker', async () => {
  const config = readConfig(IngestWorkerConfig)
  const service = await startService('ingest-worker', config)

  const db = connectDb(config.DATABASE_URL, { max: config.DATABASE_POOL, name: 'parley-ingest' })
  service.onStop('database', db.close)
  const queues = await openQueues({
    url: config.REDIS_URL ?? config.DATABASE_URL,
    acceptUnsafeRedis: config.ACCEPT_UNSAFE_REDIS,
  })
  service.onStop('queues', queues.close)
  service.addReadyCheck('queue', queues.engine.fault)

  const worker = await runWorker(queues, {
    queue: 'ingest',
    concurrency: config.INGEST_CONCURRENCY,
    handlers: {
      'messages.store': async ({ messages }) => void (await storeMessages(db, messages)),
    },
  })
  service.onStop('worker', () => worker.close())
})
