import { setAside } from '@parley/data/pipeline/dead-letters'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openMediaStore } from '@parley/media/media-store'
import { openOutbound } from '@parley/outbound/open-outbound'
import type { Handlers } from '@parley/queues/run-worker'
import { openStores } from '@parley/runtime/open-stores'
import { startTicker } from '@parley/runtime/start-ticker'
import { work } from '@parley/runtime/work'
import { readConfig } from '@parley/service/config'
import { runMain } from '@parley/service/run-main'
import { startService } from '@parley/service/start-service'
import { IngestWorkerConfig } from './config.ts'
import type { FetchParts } from './fetch-media.ts'
import { LiveNews } from './live-news.ts'
import { ingestMetrics } from './metrics.ts'
import { startMediaFetch } from './start-media-fetch.ts'
import { type BatchStore, storeBatch } from './store-batch.ts'
import { sweepUnused } from './sweep.ts'
import { waitOut } from './wait-out.ts'

await runMain('ingest-worker', async () => {
  const config = readConfig(IngestWorkerConfig)
  const service = await startService('ingest-worker', config)
  const { db, queues } = await openStores(service, config)
  const metrics = ingestMetrics(service.registry)

  const live = new LiveNews(queues)
  service.onStop('live news', () => live.close())

  const parts: BatchStore = {
    async store(messages) {
      const { storedIds } = await waitOut(() => storeMessages(db, messages))
      metrics.stored.inc(storedIds.length)
      metrics.repeated.inc(messages.length - storedIds.length)
      // Of all, not only of what was new: a first run may have died between the commit and this.
      live.add(messages)
    },
    async setAside(message, reason) {
      await waitOut(() => setAside(db, message, reason))
      metrics.setAside.inc()
      const { id, accountId, requestId } = message
      service.log.error({ messageId: id, accountId, requestId, reason }, 'a message was set aside as a dead letter')
    },
  }
  const handlers: Handlers<'ingest'> & Handlers<'ingest-bulk'> = {
    'messages.store': ({ messages }, context) => storeBatch(parts, messages, context),
  }
  await work(service, queues, { queue: 'ingest', concurrency: config.INGEST_CONCURRENCY, handlers })
  if (config.INGEST_BULK_CONCURRENCY > 0) {
    await work(service, queues, { queue: 'ingest-bulk', concurrency: config.INGEST_BULK_CONCURRENCY, handlers })
  }

  const store = openMediaStore(config)
  const outbound = openOutbound(config)
  service.onStop('outgoing requests', async () => outbound.close())
  const onSettled: FetchParts['onSettled'] = ({ accountId, conversationId }) =>
    live.add([{ accountId, contactId: conversationId }])
  startMediaFetch(service, { db, store, outbound, onSettled })
  startTicker(service, { name: 'media sweep', everyMs: 600_000, tick: () => sweepUnused({ db, queues, store }) })
})
