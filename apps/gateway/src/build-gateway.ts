import { randomUUID } from 'node:crypto'
import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '@parley/data/db'
import { countRequests } from '@parley/data/pipeline/count-requests'
import type { Queues } from '@parley/queues/open-queues'
import type { Log } from '@parley/service/log'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { Intake } from './accept-messages.ts'
import { answerError } from './answer-error.ts'
import { answerUnreadable } from './answer-unreadable.ts'
import type { Certificate } from './certificate.ts'
import type { KeyCache } from './key-cache.ts'
import { describeApi } from './openapi.ts'
import { agencyOnly } from './plugins/agency-only.ts'
import { authenticate } from './plugins/authenticate.ts'
import { registerErrors } from './plugins/errors.ts'
import { limitLargeBodies } from './plugins/limit-large-bodies.ts'
import { measureRequests } from './plugins/measure-requests.ts'
import { readJson } from './plugins/read-json.ts'
import { httpsRequired, requireHttps } from './plugins/require-https.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { RouteParts } from './route.ts'
import { addToListRoute } from './routes/add-to-list.ts'
import { createContactRoute } from './routes/create-contact.ts'
import { createSubAccountRoute } from './routes/create-sub-account.ts'
import { eraseContactRoute } from './routes/erase-contact.ts'
import { findContactRoute } from './routes/find-contact.ts'
import { getMessageRoute } from './routes/get-message.ts'
import { grantBatchRoute } from './routes/grant-batch.ts'
import { grantCreditsRoute } from './routes/grant-credits.ts'
import { incomingBatchRoute } from './routes/incoming-batch.ts'
import { incomingMessageRoute } from './routes/incoming-message.ts'
import { listRepliesRoute } from './routes/list-replies.ts'
import { listSubAccountsRoute } from './routes/list-sub-accounts.ts'
import { listTransactionsRoute } from './routes/list-transactions.ts'
import { removeFromListRoute } from './routes/remove-from-list.ts'
import { revokeCreditsRoute } from './routes/revoke-credits.ts'
import { sendMessageRoute } from './routes/send-message.ts'
import { setRechargeRuleRoute } from './routes/set-recharge-rule.ts'
import { Strangers } from './strangers.ts'
import { createTlsOrPlainServer } from './tls-or-plain.ts'
import { trustProxies } from './trust-proxies.ts'

export type GatewayParts = {
  db: Db
  queues: Queues
  intake: Intake
  keys: KeyCache
  log: Log
  registry: Registry
  certificate: Certificate | undefined
  trustProxy: string | undefined
}

const keyRoutes = [
  createContactRoute,
  findContactRoute,
  eraseContactRoute,
  addToListRoute,
  removeFromListRoute,
  sendMessageRoute,
  incomingMessageRoute,
  incomingBatchRoute,
  getMessageRoute,
  listRepliesRoute,
]

const agencyRoutes = [
  createSubAccountRoute,
  listSubAccountsRoute,
  listTransactionsRoute,
  setRechargeRuleRoute,
  grantCreditsRoute,
  grantBatchRoute,
  revokeCreditsRoute,
]

/** The public API. Checks run in this order: HTTPS, method, key, rate, size and type, content, resource. */
export async function buildGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const app = createApp(parts)
  measureRequests(app, parts.registry)
  requireHttps(app)
  registerErrors(app)
  readJson(app)
  await describeApi(app)

  const { db, queues, keys, intake } = parts
  const limiter = new RateLimiter((counts) => countRequests(db, counts))
  const doorkeeper = { keys, limiter, strangers: new Strangers(limiter) }
  const routeParts: RouteParts = { db, queues, limiter, intake }
  await app.register(
    async (byKey) => {
      authenticate(byKey, doorkeeper, 'query or header')
      limitLargeBodies(byKey)
      for (const route of keyRoutes) await byKey.register(route, routeParts)
    },
    { prefix: '/v1' },
  )
  await app.register(
    async (ofAgency) => {
      authenticate(ofAgency, doorkeeper, 'header')
      agencyOnly(ofAgency)
      for (const route of agencyRoutes) await ofAgency.register(route, routeParts)
    },
    { prefix: '/v1/subaccounts' },
  )
  return app
}

const sane = /^[\w.:-]{1,64}$/

function createApp({ log, certificate, trustProxy }: GatewayParts) {
  const serverFactory: FastifyServerFactory | undefined =
    certificate && ((listener) => createTlsOrPlainServer(listener, certificate))
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: (logger) => logger, // what is logged names its request itself
    logController: new LogController({ disableRequestLogging: true }), // a line per message would cost more than it
    bodyLimit: 1024 * 1024,
    trustProxy: trustProxy === undefined ? false : trustProxies(trustProxy),
    routerOptions: { maxParamLength: 16_384 }, // an id of any length is one that is not found
    return503OnClosing: false, // what came over an open connection is still answered
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && sane.test(given) ? given : randomUUID()
    },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      const isPlain = trustProxy === undefined && request.protocol !== 'https'
      reply.header('x-request-id', request.id)
      void answerError(isPlain ? httpsRequired() : error, request, reply, 'coded')
    },
    ...(serverFactory && { serverFactory }),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify) // answers are made by us: parsing each again would only cost

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const hasHost = request.raw.httpVersion !== '1.1' || request.headers.host !== undefined
    done(hasHost ? undefined : new ParleyError('BAD_REQUEST', 'The request has no Host header.'))
  })
  return app
}
