import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance } from 'fastify'

export const httpsRequired = () =>
  new ParleyError('HTTPS_REQUIRED', 'Use https://: this service does not answer plain HTTP.')

/** Before anything else is looked at: a key that came in the clear is not even checked. */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol !== 'https') return done(httpsRequired())
    reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}
