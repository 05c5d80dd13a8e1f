import { makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'
import { describeOnEachEngine } from '@parley/testing/engines'
import { startReceiver } from '@parley/testing/receiver'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { WebhookDeliveryWorkerConfig } from './config.ts'
import { startWorker } from './start-worker.ts'

describeOnEachEngine('the delivery worker', (engine) => {
  test('posts replies', async () => {
    const { db } = engine.database
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const { accountId } = await makeEndpoint(db, receiver.url)
    await storeReplies(db, accountId, ['a', 'b', 'a', 'b', 'a'])
    const worker = await startWorker(
      WebhookDeliveryWorkerConfig.parse({
        DATABASE_URL: engine.database.url,
        REDIS_URL: engine.redisUrl,
        SECRETS_KEY: secretsKey.toString('base64'),
        OUTBOUND_ALLOW: '127.0.0.1',
        HEALTH_PORT: '0',
        ACCEPT_UNSAFE_REDIS: 'true',
      }),
    )
    onTestFinished(worker.stop)
    await until(async () => (await db.prisma.message.count({ where: { accountId, status: 'Sent' } })) === 5)
    expect(receiver.received.map((r) => JSON.parse(r.raw))).toEqual([])
  })
})
