import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import { createGrantCredits } from '@parley/runtime/grant-credits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createAuth } from './auth.ts'
import { createFindCaller } from './caller.ts'
import { registerEndpoints } from './endpoints.ts'
import { handlers } from './handlers.ts'
import { registerMedia } from './inbox/serve-media.ts'
import { registerBoard } from './operations/board.ts'
import type { ConsoleParts } from './parts.ts'
import { registerReceiver } from './playground/receiver.ts'
import { registerAuthRoutes } from './plugins/auth-routes.ts'
import { registerErrors } from './plugins/errors.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { registerWeb } from './plugins/web.ts'

/** The app that people log in to: its pages, the session API behind them, and the playground's receiver. */
export async function buildConsole(parts: ConsoleParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy ?? false,
    forceCloseConnections: true, // live streams would hold up the end for ever
  })
  const isHttps = parts.publicUrl.startsWith('https:')
  app.decorateRequest('caller', null)
  registerErrors(app)
  await registerSecurityHeaders(app, isHttps)
  await app.register(cookie)
  await app.register(csrf, {
    sessionPlugin: '@fastify/cookie',
    cookieKey: 'parley.csrf',
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps },
    csrfOpts: { hmacKey: parts.secretsKey.toString('base64') },
    getUserInfo: (request) => request.caller?.userId ?? '',
    getToken: (request) => String(request.headers['x-csrf-token'] ?? ''),
  })
  const auth = createAuth(parts)
  registerAuthRoutes(app, auth)
  const findCaller = createFindCaller(auth, parts.db)
  registerEndpoints(app, { ...parts, grantCredits: createGrantCredits(parts) }, findCaller, handlers)
  await registerBoard(app, parts, findCaller)
  await registerReceiver(app, parts)
  registerMedia(app, parts)
  await registerWeb(app)
  return app
}
