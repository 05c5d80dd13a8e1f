import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openStores } from '@parley/runtime/open-stores'
import { work } from '@parley/runtime/work'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { IngestWorkerConfig } from './config.ts'

await runMain('ingest-worker', async () => {
  const config = readConfig(IngestWorkerConfig)
  const service = await startService('ingest-worker', config)
  const { db, queues } = await openStores(service, config)
  await work(service, queues, {
    queue: 'ingest',
    concurrency: config.INGEST_CONCURRENCY,
    handlers: {
      'messages.store': async ({ messages }) => void (await storeMessages(db, messages)),
    },
  })
})
