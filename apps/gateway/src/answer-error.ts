import { ParleyError } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import { isStoreAway } from '@parley/data/store-away'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** The message endpoints answer `{"error": "<sentence>"}`, all others `{"error": {code, message}}`. */
export type ErrorShape = 'sentence' | 'coded'

export const errorBody = (error: ParleyError, shape: ErrorShape) => ({
  error: shape === 'sentence' ? error.message : { code: error.code, message: error.message },
})

/** The one place that turns what went wrong into an answer. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, shape: ErrorShape) {
  const error = asParleyError(thrown)
  if (error.status >= 500) logFailure(error, thrown, request)
  if (error.retryAfterS !== undefined) reply.header('retry-after', error.retryAfterS)
  return reply.code(error.status).send(errorBody(error, shape))
}

/** Since the last line that told of them. */
let refused = 0

/** While a store is away or a queue is full, thousands a second are refused for it: one line a second tells of all. */
function logFailure({ code }: ParleyError, thrown: unknown, { log, id: reqId }: FastifyRequest): void {
  if (code !== 'UNAVAILABLE') {
    log.error({ err: thrown, reqId, code }, 'request failed')
    return
  }
  refused += 1
  if (refused > 1) return
  setTimeout(() => {
    log.error({ err: thrown, reqId, code, requests: refused }, 'requests refused')
    refused = 0
  }, 1_000).unref()
}

function asParleyError(thrown: unknown): ParleyError {
  if (thrown instanceof ParleyError) return thrown
  if (hasZodFastifySchemaValidationErrors(thrown)) return asBadRequest(thrown as FastifyError)
  if (isStoreAway(thrown)) {
    return new ParleyError('UNAVAILABLE', 'The database cannot take the request now; send the same again shortly.', {
      retryAfterS: 1,
      cause: thrown,
    })
  }
  const { code, statusCode, message } = thrown as FastifyError
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ParleyError('BODY_TOO_LARGE', 'The body is over the size limit of this endpoint.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ParleyError('NOT_JSON', 'Send the body as JSON with Content-Type: application/json.')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ParleyError('BAD_REQUEST', 'The body is empty; send a JSON object.')
    case 'FST_ERR_BAD_URL':
      return new ParleyError('BAD_REQUEST', 'The path is not properly percent-encoded.')
  }
  if (statusCode !== undefined && statusCode < 500) {
    return new ParleyError('BAD_REQUEST', `The request could not be read: ${message}`)
  }
  return new ParleyError('INTERNAL', 'Something failed on our side. The request id finds it in the logs.', {
    cause: thrown,
  })
}

/** A rule of the contract may name its own code; see `Email` there. */
function asBadRequest({ validation, validationContext }: FastifyError): ParleyError {
  const first = validation?.[0]
  const { code } = (first?.params.params ?? {}) as { code?: 'INVALID_EMAIL' | 'INVALID_AMOUNT' }
  const whole = `The ${validationContext === 'querystring' ? 'query' : validationContext}`
  const path = first?.instancePath.split('/').slice(1) ?? []
  return new ParleyError(
    code ?? 'BAD_REQUEST',
    explainIssue({ path, message: first?.message ?? 'is not valid' }, whole),
  )
}
