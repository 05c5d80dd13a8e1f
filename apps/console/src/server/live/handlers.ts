import type { LiveEvent, liveApi } from '@parley/contracts/session/live'
import type { Handlers } from '../endpoints.ts'

const gatherMs = 50
const beatMs = 15_000

/**
 * A stream of what changed. A browser that comes back after a gap (it sends Last-Event-ID) is told to look at
 * everything again, so nothing is missed whatever happened in between.
 */
export const liveHandlers: Handlers<typeof liveApi> = {
  'GET /live': async ({ live, accountId, request, reply, stillAllowed }) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    let number = 0
    const write = (event: LiveEvent) => void stream.write(`id: ${++number}\ndata: ${JSON.stringify(event)}\n\n`)
    stream.write('retry: 1000\n\n')
    if (request.headers['last-event-id'] !== undefined) write({ type: 'everything' })
    else stream.write(`id: ${++number}\nevent: open\ndata: {}\n\n`)

    let gathered: Set<string> | 'everything' = new Set()
    let timer: NodeJS.Timeout | undefined
    const flush = () => {
      write(gathered === 'everything' ? { type: 'everything' } : { type: 'changed', conversationIds: [...gathered] })
      gathered = new Set()
      timer = undefined
    }
    const leave = live.listen({
      accountId,
      send(event) {
        if (event.type === 'everything' || gathered === 'everything') gathered = 'everything'
        else for (const id of event.conversationIds) gathered.add(id)
        timer ??= setTimeout(flush, gatherMs)
      },
      end: () => stream.end(),
    })
    // Whoever signs out or leaves the account hears nothing more.
    const beat = setInterval(async () => {
      if (await stillAllowed()) stream.write(': still here\n\n')
      else stream.end()
    }, beatMs)
    stream.on('close', () => {
      clearInterval(beat)
      clearTimeout(timer)
      leave()
    })
    return undefined as never
  },
}
