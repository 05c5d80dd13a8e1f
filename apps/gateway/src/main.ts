import { listenKeyChanges } from '@parley/data/keys/listen-key-changes'
import { sweepRateWindows } from '@parley/data/pipeline/count-requests'
import { openMediaStore } from '@parley/media/media-store'
import { ingestQueues } from '@parley/queues/ingest-backlog'
import { openStores } from '@parley/runtime/open-stores'
import { startTicker } from '@parley/runtime/start-ticker'
import { readConfig } from '@parley/service/config'
import type { Log } from '@parley/service/log'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { Gauge } from 'prom-client'
import { MessageIntake } from './accept-messages.ts'
import { buildGateway } from './build-gateway.ts'
import { openCertificate } from './certificate.ts'
import { GatewayConfig } from './config.ts'
import { KeyCache } from './key-cache.ts'
import { stashMedia } from './stash-media.ts'
import { BacklogWatch } from './watch-backlog.ts'

await runMain('gateway', async () => {
  const config = readConfig(GatewayConfig)
  const service = await startService('gateway', config)
  let listening = false
  service.addReadyCheck('public port', async () => (listening ? undefined : 'is not open yet'))
  const { db, queues } = await openStores(service, config, { queryTimeoutMs: 10_000 })

  const keys = new KeyCache(db)
  const changes = listenKeyChanges(config.DATABASE_URL, (accountId) => void keys.forget(accountId))
  service.onStop('key changes', changes.close)
  startTicker(service, {
    name: 'rate windows',
    everyMs: 60_000,
    tick: async () => {
      await sweepRateWindows(db)
      return { more: false }
    },
  })

  const media = openMediaStore(config)
  const backlog = new BacklogWatch(queues, config.INGEST_BACKLOG_LIMIT)
  backlog.start()
  service.onStop('backlog watch', async () => backlog.close())
  new Gauge({
    name: 'parley_ingest_backlog_messages',
    help: 'Accepted messages that wait to be stored, by queue, as this gateway last saw it.',
    labelNames: ['queue'],
    registers: [service.registry],
    collect() {
      for (const queue of ingestQueues) this.set({ queue }, backlog.messages(queue))
    },
  })

  const certificate = await certificateOf(config, service.log)
  service.onStop('certificate', async () => certificate?.close())
  const app = await buildGateway({
    db,
    queues,
    intake: new MessageIntake({
      queues,
      backlog,
      stashMedia: (message) => stashMedia(db, media, message),
      deadlineMs: config.INGEST_DEADLINE_MS,
    }),
    keys,
    log: service.log,
    registry: service.registry,
    certificate,
    trustProxy: config.TRUST_PROXY,
  })
  await app.listen({
    port: config.PORT,
    host: config.HOST,
    listenTextResolver: (address) => `the public API listens at ${address.replace(/^http:/, 'https:')}`,
  })
  listening = true
  service.onStop('public server', () => app.close())
})

async function certificateOf(config: GatewayConfig, log: Log) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = config
  return certFile === undefined || keyFile === undefined ? undefined : openCertificate({ certFile, keyFile }, log)
}
