import { rollUpMessages } from '@parley/data/pipeline/roll-up-messages'
import { readSecretsKey } from '@parley/data/secrets/seal'
import { openMediaStore } from '@parley/media/media-store'
import { openOutbound } from '@parley/outbound/open-outbound'
import { openStores } from '@parley/runtime/open-stores'
import { startTicker } from '@parley/runtime/start-ticker'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { ConsoleConfig } from './config.ts'
import { buildConsole } from './server/build-console.ts'
import { openLiveHub } from './server/live-hub.ts'
import { openMail } from './server/mail.ts'

await runMain('console', async () => {
  const config = readConfig(ConsoleConfig)
  const service = await startService('console', config)
  let listening = false
  service.addReadyCheck('pages', async () => (listening ? undefined : 'are not served yet'))
  const { db, queues } = await openStores(service, config)
  const live = await openLiveHub(queues)
  const outbound = openOutbound(config)
  service.onStop('outbound', async () => outbound.close())
  const port = config.CONSOLE_PORT
  startTicker(service, { name: 'hours of messages', everyMs: 15_000, tick: () => rollUpMessages(db) })
  const app = await buildConsole({
    db,
    queues,
    live,
    mail: openMail(config.SMTP_URL, config.MAIL_FROM),
    outbound,
    media: openMediaStore(config),
    log: service.log,
    secretsKey: readSecretsKey(config.SECRETS_KEY),
    publicUrl: config.CONSOLE_URL ?? `http://localhost:${port}`,
    internalUrl: config.CONSOLE_INTERNAL_URL ?? `http://127.0.0.1:${port}`,
    trustProxy: config.TRUST_PROXY,
  })
  await app.listen({ port, host: config.CONSOLE_HOST })
  listening = true
  service.onStop('console server', async () => {
    live.close()
    await app.close()
  })
})
