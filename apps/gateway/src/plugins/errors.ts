import { ParleyError } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The message endpoints answer `{"error": "<sentence>"}`, all others `{"error": {code, message}}`. */
    errorShape?: 'sentence' | 'coded'
  }
}

/** The one place that turns what went wrong into an answer. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = asParleyError(thrown)
    if (error.status >= 500) request.log.error({ err: thrown, reqId: request.id, code: error.code }, 'request failed')
    if (error.retryAfterS !== undefined) reply.header('retry-after', error.retryAfterS)
    const shape = request.routeOptions.config.errorShape ?? 'coded'
    return reply
      .code(error.status)
      .send({ error: shape === 'sentence' ? error.message : { code: error.code, message: error.message } })
  })
  app.setNotFoundHandler((request) => {
    throw new ParleyError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?', 1)[0]}.`)
  })
}

function asParleyError(thrown: FastifyError): ParleyError {
  if (thrown instanceof ParleyError) return thrown
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const first = thrown.validation[0]
    const path = first?.instancePath.split('/').slice(1) ?? []
    const where = thrown.validationContext === 'body' ? 'The body' : `The ${thrown.validationContext}`
    return new ParleyError('BAD_REQUEST', explainIssue({ path, message: first?.message ?? 'is not valid' }, where))
  }
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ParleyError('BODY_TOO_LARGE', 'The body is over the size limit of this endpoint.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ParleyError('NOT_JSON', 'Send the body as JSON with Content-Type: application/json.')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ParleyError('BAD_REQUEST', 'The body is empty; send a JSON object.')
  }
  if (thrown.statusCode !== undefined && thrown.statusCode < 500) {
    return new ParleyError('BAD_REQUEST', `The request could not be read: ${thrown.message}`)
  }
  return new ParleyError('INTERNAL', 'Something failed on our side. The request id finds it in the logs.', {
    cause: thrown,
  })
}
