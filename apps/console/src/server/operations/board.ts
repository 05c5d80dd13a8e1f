import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import { queueNames } from '@parley/queues/catalog'
import type { FastifyInstance } from 'fastify'
import type { FindCaller } from '../caller.ts'
import type { ConsoleParts } from '../parts.ts'

const basePath = '/operations/board'

/** Bull Board writes styles into its page; everything else is held to what the console's own pages are held to. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'"

/** Every detail of the queues, for operators. */
export async function registerBoard(app: FastifyInstance, { queues }: ConsoleParts, findCaller: FindCaller) {
  const adapter = new FastifyAdapter()
  adapter.setBasePath(basePath)
  createBullBoard({
    queues: queueNames.map((name) => new BullMQAdapter(queues.queue(name))),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Parley' } },
  })
  await app.register(
    async (board) => {
      board.addHook('onRequest', async (request, reply) => {
        const caller = await findCaller(request)
        const isOurs = request.method === 'GET' || request.headers['sec-fetch-site'] === 'same-origin'
        // Not thrown: the board's own error handler would call it a fault of the server.
        if (!caller?.isOperator || !isOurs)
          return reply.code(403).send('Only operators may see this, from the console.')
        reply.header('content-security-policy', policy)
      })
      board.addHook('onSend', async (_request, reply, payload) =>
        String(reply.getHeader('content-type')).startsWith('text/html') ? withoutFont(payload) : payload,
      )
      await board.register(adapter.registerPlugin())
    },
    { prefix: basePath },
  )
}

/** The page would fetch its font from elsewhere; the browser's own does as well. */
const withoutFont = (page: unknown): unknown =>
  typeof page === 'string' ? page.replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '') : page
