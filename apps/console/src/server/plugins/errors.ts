import { type ErrorCode, ParleyError } from '@parley/contracts/errors'
import type { FastifyError, FastifyInstance } from 'fastify'

/** The one place that turns what went wrong into an answer: `{"error": {code, message}}`, as in the public API. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = asParleyError(thrown)
    if (error.status >= 500) request.log.error({ err: thrown, reqId: request.id }, 'request failed')
    return reply.code(error.status).send({ error: { code: error.code, message: error.message } })
  })
}

function asParleyError(thrown: FastifyError): ParleyError {
  if (thrown instanceof ParleyError) return thrown
  const status = thrown.statusCode ?? 500
  if (status >= 500) {
    return new ParleyError('INTERNAL', 'Something failed on our side. Try again in a moment.', { cause: thrown })
  }
  const codes: Record<number, ErrorCode> = { 403: 'FORBIDDEN', 413: 'BODY_TOO_LARGE', 415: 'NOT_JSON' }
  const message = thrown.code?.startsWith('FST_CSRF') ? 'This page is out of date. Reload it.' : thrown.message
  return new ParleyError(codes[status] ?? 'BAD_REQUEST', message)
}
