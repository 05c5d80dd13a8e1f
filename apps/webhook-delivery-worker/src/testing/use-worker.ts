import { type Receiver, type ReceiverOptions, startReceiver } from '@parley/outbound/receiver'
import { secretsKey } from '@parley/testing/delivery-fixtures'
import type { TestEngine } from '@parley/testing/engines'
import { onTestFinished } from 'vitest'
import { WebhookDeliveryWorkerConfig } from '../config.ts'
import { startWorker } from '../start-worker.ts'

/** What a worker finds in its environment. */
export const workerEnvironment = (engine: TestEngine): Record<string, string> => ({
  DATABASE_URL: engine.database.url,
  ...(engine.redisUrl && { REDIS_URL: engine.redisUrl }),
  ACCEPT_UNSAFE_REDIS: 'true',
  SECRETS_KEY: secretsKey.toString('base64'),
  OUTBOUND_ALLOW: '127.0.0.0/8',
  HEALTH_PORT: '0',
  LOG_LEVEL: 'silent',
})

/** Works until the test is over, or until it is stopped. */
export async function useWorker(engine: TestEngine, environment: Record<string, string> = {}) {
  const worker = await startWorker(WebhookDeliveryWorkerConfig.parse({ ...workerEnvironment(engine), ...environment }))
  onTestFinished(worker.stop)
  return worker
}

export async function useReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(options)
  onTestFinished(receiver.close)
  return receiver
}
