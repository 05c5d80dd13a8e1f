import { createBot } from '@parley/bot/create-bot'
import { readSecretsKey } from '@parley/data/secrets/seal'
import { openMediaStore } from '@parley/media/media-store'
import { guardedFetch } from '@parley/outbound/guarded-fetch'
import { openOutbound } from '@parley/outbound/open-outbound'
import { openStores } from '@parley/runtime/open-stores'
import { work } from '@parley/runtime/work'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { BotReplyWorkerConfig } from './config.ts'
import { takeTurn } from './take-turn.ts'
import { countTurns } from './turn-metrics.ts'
import { wakeDueTurns } from './wake-due-turns.ts'

await runMain('bot-reply-worker', async () => {
  const config = readConfig(BotReplyWorkerConfig)
  const service = await startService('bot-reply-worker', config)
  const { db, queues } = await openStores(service, config)
  const outbound = openOutbound(config)
  service.onStop('outgoing connections', async () => outbound.close())
  const generate = createBot({
    db,
    secretsKey: readSecretsKey(config.SECRETS_KEY),
    fetch: guardedFetch(outbound),
    timeoutMs: config.MODEL_TIMEOUT_MS,
  })
  const media = openMediaStore(config)
  const bot = { db, queues, media, generate, log: service.log, onTurn: countTurns(service.registry) }
  await work(service, queues, {
    queue: 'bot-reply',
    concurrency: config.BOT_CONCURRENCY,
    handlers: { 'turn.take': (job, { signal }) => takeTurn(bot, job, signal) },
  })
  wakeDueTurns(service, db, queues)
})
