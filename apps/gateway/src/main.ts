import { readFile } from 'node:fs/promises'
import { connectDb } from '@parley/data/db'
import { listenKeyChanges } from '@parley/data/keys/listen-key-changes'
import { openQueues } from '@parley/queues/open-queues'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { buildGateway } from './build-gateway.ts'
import { GatewayConfig } from './config.ts'
import { KeyCache } from './key-cache.ts'

await runMain('gateway', async () => {
  const config = readConfig(GatewayConfig)
  const service = await startService('gateway', config)

  const db = connectDb(config.DATABASE_URL, { max: config.DATABASE_POOL, name: 'parley-gateway' })
  service.onStop('database', db.close)
  const queues = await openQueues({
    url: config.REDIS_URL ?? config.DATABASE_URL,
    acceptUnsafeRedis: config.ACCEPT_UNSAFE_REDIS,
  })
  service.onStop('queues', queues.close)
  service.addReadyCheck('queue', queues.engine.fault)
  const keys = new KeyCache(db)
  const changes = listenKeyChanges(config.DATABASE_URL, (accountId) => void keys.forget(accountId))
  service.onStop('key changes', changes.close)

  const tls = config.TLS_CERT_FILE &&
    config.TLS_KEY_FILE && {
      cert: await readFile(config.TLS_CERT_FILE, 'utf8'),
      key: await readFile(config.TLS_KEY_FILE, 'utf8'),
    }
  const app = await buildGateway({
    db,
    queues,
    keys,
    log: service.log,
    tls: tls || undefined,
    trustProxy: config.TRUST_PROXY,
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  service.onStop('public server', () => app.close())
})
