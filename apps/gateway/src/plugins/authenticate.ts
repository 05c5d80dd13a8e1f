import { ParleyError } from '@parley/contracts/errors'
import type { KeyHolder } from '@parley/data/keys/find-key'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyCache } from '../key-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account: KeyHolder
  }
}

/** Finds the account behind the key of every request, before the body is read. */
export function authenticate(app: FastifyInstance, keys: KeyCache): void {
  app.decorateRequest('account', null as unknown as KeyHolder) // set below, before any handler runs
  app.addHook('onRequest', async (request) => {
    const apiKey = keyOf(request)
    const holder = await keys.find(apiKey).catch((cause: unknown) => {
      throw new ParleyError('UNAVAILABLE', 'The key cannot be checked now; send the same again shortly.', {
        retryAfterS: 1,
        cause,
      })
    })
    if (!holder || holder.disabledAt) throw new ParleyError('UNAUTHORIZED', 'The API key is not valid.')
    request.account = holder
  })
}

function keyOf(request: FastifyRequest): string {
  const given = request.headers['x-api-key'] ?? (request.query as Record<string, unknown>).apiKey
  if (typeof given !== 'string' || given === '') {
    throw new ParleyError('UNAUTHORIZED', 'An API key is needed: send it as ?apiKey=… or in the x-api-key header.')
  }
  return given
}
