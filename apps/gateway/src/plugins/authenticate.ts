import { ParleyError } from '@parley/contracts/errors'
import type { KeyHolder } from '@parley/data/keys/find-key'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyCache } from '../key-cache.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import type { Strangers } from '../strangers.ts'
import { applyVerdict, limitRate } from './limit-rate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account: KeyHolder
  }
}

export type Doorkeeper = { keys: KeyCache; limiter: RateLimiter; strangers: Strangers }

/** Finds the account behind the key of every request and counts the request, before the body is read. */
export function authenticate(
  app: FastifyInstance,
  { keys, limiter, strangers }: Doorkeeper,
  keyFrom: 'query or header' | 'header',
): void {
  app.decorateRequest('account', null as unknown as KeyHolder) // set below, before any handler runs

  const refuse = async (request: FastifyRequest, reply: FastifyReply, fault: string): Promise<never> => {
    applyVerdict(await strangers.count(request.ip), reply, 'Too many requests without a valid key')
    throw new ParleyError('UNAUTHORIZED', fault)
  }

  app.addHook('onRoute', (route) => {
    const inQuery = keyFrom === 'header' ? [] : [{ keyInQuery: [] }]
    route.schema = { ...route.schema, security: [{ keyInHeader: [] }, ...inQuery] }
  })
  app.addHook('onRequest', async (request, reply) => {
    const given = keyOf(request, keyFrom)
    if ('fault' in given) return refuse(request, reply, given.fault)
    // Guesses are not even looked up from an address that has made too many; keys that were good here before are.
    const isGuess = strangers.areLockedOut(request.ip) && !keys.knows(given.apiKey)
    const holder = isGuess ? null : await keys.find(given.apiKey).catch(keyUnchecked)
    if (!holder || holder.disabledAt) return refuse(request, reply, 'The API key is not valid.')
    request.account = holder
    await limitRate(limiter, request, reply)
  })
}

function keyUnchecked(cause: unknown): never {
  throw new ParleyError('UNAVAILABLE', 'The key cannot be checked now; send the same again shortly.', {
    retryAfterS: 1,
    cause,
  })
}

function keyOf(request: FastifyRequest, keyFrom: 'query or header' | 'header'): { apiKey: string } | { fault: string } {
  const inHeader = request.headers['x-api-key']
  if (typeof inHeader === 'string' && inHeader !== '') return { apiKey: inHeader }
  const inQuery = (request.query as Record<string, unknown>).apiKey
  if (keyFrom === 'header') {
    return inQuery === undefined
      ? { fault: 'An API key is needed: send it in the x-api-key header.' }
      : { fault: 'Send the API key in the x-api-key header: this endpoint does not take it from the query.' }
  }
  if (Array.isArray(inQuery)) return { fault: 'The query has several apiKey parameters: send one.' }
  if (typeof inQuery === 'string' && inQuery !== '') return { apiKey: inQuery }
  return { fault: 'An API key is needed: send it as ?apiKey=… or in the x-api-key header.' }
}
