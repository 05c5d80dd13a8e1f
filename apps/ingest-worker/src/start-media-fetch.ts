import { startTicker } from '@parley/runtime/start-ticker'
import type { Service } from '@parley/service/start-service'
import { type FetchParts, fetchNextMedia } from './fetch-media.ts'

const everyMs = 1_000
const atOnce = 4

/** Fetches the files that messages name by URL, a few at once: a slow one holds up no other. */
export function startMediaFetch(service: Service, parts: Omit<FetchParts, 'signal'>): void {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const drain = async () => {
    try {
      while (!stopping.signal.aborted && (await fetchNextMedia({ ...parts, signal: stopping.signal })));
    } catch (error) {
      service.log.warn({ err: error }, 'a file could not be kept; it is tried again')
    }
  }
  startTicker(service, {
    name: 'media fetch',
    everyMs,
    async tick() {
      while (running.size < atOnce) {
        const slot = drain().finally(() => running.delete(slot))
        running.add(slot)
      }
      return { more: false }
    },
  })
  service.onStop('media fetch', async () => {
    stopping.abort()
    await Promise.all(running)
  })
}
