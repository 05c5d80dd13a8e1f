import { findDueEndpoints } from '@parley/data/pipeline/find-due-endpoints'
import { readSecretsKey } from '@parley/data/secrets/seal'
import { openOutbound } from '@parley/outbound/open-outbound'
import { wakeEndpoint } from '@parley/queues/wake'
import { openStores } from '@parley/runtime/open-stores'
import { startTicker } from '@parley/runtime/start-ticker'
import { work } from '@parley/runtime/work'
import { type Service, startService } from '@parley/service/start-service'
import type { WebhookDeliveryWorkerConfig } from './config.ts'
import { countDeliveries } from './delivery-metrics.ts'
import { type DrainTools, drainEndpoint } from './drain-endpoint.ts'
import { settleInGroups } from './settle-in-groups.ts'

/** A turn of an endpoint while others wait for a place, and at most. The job itself may take a minute. */
const sharedTurnMs = 1_000
const longestTurnMs = 30_000

export async function startWorker(config: WebhookDeliveryWorkerConfig): Promise<Service> {
  const secretsKey = readSecretsKey(config.SECRETS_KEY)
  const service = await startService('webhook-delivery-worker', config)
  const { db, queues } = await openStores(service, config)
  const outbound = openOutbound(config)
  service.onStop('outbound', async () => outbound.close())

  let isStopping = false
  let drains = 0
  const count = countDeliveries(service.registry, db)
  const settle = settleInGroups(db, queues)
  const tools: DrainTools = {
    db,
    outbound,
    secretsKey,
    concurrency: config.DELIVERY_CONCURRENCY,
    async settle(posted) {
      count(posted.result)
      // Its claim runs out by itself, and it is posted again under the same webhook-id.
      await settle(posted).catch((err) => service.log.error({ err }, 'how a delivery ended could not be kept'))
    },
    mustYield: (turnMs) =>
      isStopping || turnMs > longestTurnMs || (turnMs > sharedTurnMs && drains === config.DELIVERY_ENDPOINTS),
  }

  await work(service, queues, {
    queue: 'webhook-delivery',
    concurrency: config.DELIVERY_ENDPOINTS,
    handlers: {
      'endpoint.drain': async ({ endpointId }) => {
        drains += 1
        try {
          const { more } = await drainEndpoint(tools, endpointId)
          // Kept until this job is done, then put at the tail: whoever waits comes first.
          if (more) await wakeEndpoint(queues, endpointId)
        } finally {
          drains -= 1
        }
      },
    },
  })
  startTicker(service, {
    name: 'due deliveries',
    everyMs: 1_000,
    async tick() {
      for (const endpointId of await findDueEndpoints(db)) await wakeEndpoint(queues, endpointId)
      return { more: false }
    },
  })
  service.onStop('turns', async () => {
    isStopping = true
  })
  return service
}
