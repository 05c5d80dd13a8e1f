import { readFile } from 'node:fs/promises'
import { listenKeyChanges } from '@parley/data/keys/listen-key-changes'
import { openStores } from '@parley/runtime/open-stores'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { MessageIntake } from './accept-messages.ts'
import { buildGateway } from './build-gateway.ts'
import { GatewayConfig } from './config.ts'
import { KeyCache } from './key-cache.ts'
import { BacklogWatch } from './watch-backlog.ts'

await runMain('gateway', async () => {
  const config = readConfig(GatewayConfig)
  const service = await startService('gateway', config)
  let listening = false
  service.addReadyCheck('public port', async () => (listening ? undefined : 'is not open yet'))
  const { db, queues } = await openStores(service, config)

  const keys = new KeyCache(db)
  const changes = listenKeyChanges(config.DATABASE_URL, (accountId) => void keys.forget(accountId))
  service.onStop('key changes', changes.close)

  const backlog = new BacklogWatch(queues, config.INGEST_BACKLOG_LIMIT)
  backlog.start()
  service.onStop('backlog watch', async () => backlog.close())

  const app = await buildGateway({
    db,
    queues,
    intake: new MessageIntake(queues, backlog),
    keys,
    log: service.log,
    tls: await readCertificate(config),
    trustProxy: config.TRUST_PROXY,
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  listening = true
  service.onStop('public server', () => app.close())
})

async function readCertificate(config: GatewayConfig) {
  if (config.TLS_CERT_FILE === undefined || config.TLS_KEY_FILE === undefined) return undefined
  return { cert: await readFile(config.TLS_CERT_FILE, 'utf8'), key: await readFile(config.TLS_KEY_FILE, 'utf8') }
}
