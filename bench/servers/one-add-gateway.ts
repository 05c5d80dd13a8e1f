// The real gateway, but for its group commit: each request is a job of its own.

import { storeMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import { openStores } from '@parley/runtime/open-stores'
import { readConfig } from '@parley/service/config'
import { startService } from '@parley/service/start-service'
import { buildGateway } from '../../apps/gateway/src/build-gateway.ts'
import { GatewayConfig } from '../../apps/gateway/src/config.ts'
import { KeyCache } from '../../apps/gateway/src/key-cache.ts'

const config = readConfig(GatewayConfig)
const service = await startService('gateway', config)
const { db, queues } = await openStores(service, config)
const app = await buildGateway({
  db,
  queues,
  intake: {
    accept: (message) => queues.enqueue(storeMessages, { messages: [message] }, { jobId: ingestJobId(1) }),
    acceptTogether: (messages) => queues.enqueue(storeMessages, { messages }, { jobId: ingestJobId(messages.length) }),
  },
  keys: new KeyCache(db),
  log: service.log,
  registry: service.registry,
  certificate: undefined,
  trustProxy: config.TRUST_PROXY,
})
await app.listen({ port: config.PORT, host: config.HOST })
