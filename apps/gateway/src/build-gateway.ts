import { randomUUID } from 'node:crypto'
import type { Db } from '@parley/data/db'
import type { Queues } from '@parley/queues/open-queues'
import type { Log } from '@parley/service/log'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerFactory } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { MessageIntake } from './accept-messages.ts'
import type { KeyCache } from './key-cache.ts'
import { authenticate } from './plugins/authenticate.ts'
import { registerErrors } from './plugins/errors.ts'
import { requireHttps } from './plugins/require-https.ts'
import { getMessageRoute } from './routes/get-message.ts'
import { incomingMessageOtherMethods, incomingMessageRoute } from './routes/incoming-message.ts'
import { createTlsOrPlainServer } from './tls-or-plain.ts'

export type GatewayParts = {
  db: Db
  queues: Queues
  intake: MessageIntake
  keys: KeyCache
  log: Log
  tls: { cert: string; key: string } | undefined
  trustProxy: string | undefined
}

const sane = /^[\w.:-]{1,64}$/

/** The public API. Checks run in this order: HTTPS, method, key, size and type, content, resource. */
export async function buildGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const { tls } = parts
  const serverFactory: FastifyServerFactory | undefined = tls && ((listener) => createTlsOrPlainServer(listener, tls))
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    disableRequestLogging: true, // a line per message would cost more than the message
    bodyLimit: 1024 * 1024,
    trustProxy: parts.trustProxy ?? false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && sane.test(given) ? given : randomUUID()
    },
    ...(serverFactory && { serverFactory }),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify) // answers are made by us: parsing each again would only cost

  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  registerErrors(app)
  requireHttps(app)
  await app.register(
    async (v1) => {
      await v1.register(incomingMessageOtherMethods)
      await v1.register(async (guarded) => {
        authenticate(guarded, parts.keys)
        await guarded.register(incomingMessageRoute, { acceptMessage: parts.intake.accept })
        await guarded.register(getMessageRoute, { db: parts.db })
      })
    },
    { prefix: '/v1' },
  )
  return app
}
