import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { WebhookDeliveryWorkerConfig } from './config.ts'
import { startWorker } from './start-worker.ts'

await runMain('webhook-delivery-worker', async () => {
  await startWorker(readConfig(WebhookDeliveryWorkerConfig))
})
