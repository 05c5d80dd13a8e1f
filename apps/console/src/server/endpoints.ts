import { ParleyError } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import { readId } from '@parley/contracts/ids'
import { type ConsoleApi, sessionApi } from '@parley/contracts/session/api'
import { type Access, isAccountScoped, type SessionApi, type SessionEndpoint } from '@parley/contracts/session/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Caller, type FindCaller, requireAgency, requireRole } from './caller.ts'
import type { CallParts } from './parts.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Who calls, in which account; of calls outside any account there is none, and of open ones nobody. */
type Scope<A extends Access> = A extends 'anyone'
  ? { caller: Caller | null }
  : A extends 'viewer' | 'agent' | 'owner'
    ? { caller: Caller; accountId: string; actor: string }
    : { caller: Caller; actor: string }

export type CallContext<E extends SessionEndpoint> = CallParts &
  Scope<E['access']> & {
    params: E extends { params: infer P } ? Parsed<P> : undefined
    query: E extends { query: infer Q } ? Parsed<Q> : undefined
    body: E extends { body: infer B } ? Parsed<B> : undefined
    request: FastifyRequest
    reply: FastifyReply
    /** Asks again, for answers that last: whoever signed out or lost the role meanwhile is refused. */
    stillAllowed(): Promise<boolean>
  }

type AnswerOf<E extends SessionEndpoint> = NonNullable<E['answer']['type']>

/** One handler for every endpoint of a page's catalog: a missing one is a type error. */
export type Handlers<Api extends SessionApi> = {
  [Key in keyof Api]: (context: CallContext<Api[Key]>) => Promise<AnswerOf<Api[Key]>>
}

type AnyHandler = (context: Record<string, unknown>) => Promise<unknown>

const maxBodyBytes = 12 * 1024 * 1024 // a CSV file of 100,000 rows

/** Registers every call of the catalog: who may make it is checked here, from its declaration, and nowhere else. */
export function registerEndpoints(
  app: FastifyInstance,
  parts: CallParts,
  findCaller: FindCaller,
  handlers: Handlers<ConsoleApi>,
): void {
  for (const [key, endpoint] of Object.entries(sessionApi) as [keyof ConsoleApi, SessionEndpoint][]) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key] as unknown as AnyHandler
    app.route({
      method,
      url: `/api${isAccountScoped(endpoint.access) ? '/accounts/:account' : ''}${path}`,
      bodyLimit: maxBodyBytes,
      onRequest: async (request) => {
        request.caller = await admit(request, endpoint, findCaller)
      },
      ...(method !== 'GET' && endpoint.access !== 'anyone' && { preHandler: app.csrfProtection }),
      handler: async (request, reply) => {
        const caller = request.caller
        const context = {
          ...parts,
          caller,
          actor: caller && `user:${caller.userId}`,
          accountId: caller?.accountId,
          params: read(endpoint.params, request.params, 'The address'),
          query: read(endpoint.query, request.query, 'The query'),
          body: read(endpoint.body, request.body, 'The body'),
          request,
          reply,
          stillAllowed: () =>
            admit(request, endpoint, findCaller).then(
              () => true,
              (error: unknown) => !(error instanceof ParleyError),
            ),
        }
        return handler(context)
      },
    })
  }
}

async function admit(
  request: FastifyRequest,
  { access, agencyOnly }: SessionEndpoint,
  findCaller: FindCaller,
): Promise<Caller | null> {
  if (access === 'anyone') return null
  const caller = await findCaller(request)
  if (!caller) throw new ParleyError('UNAUTHORIZED', 'Log in first.')
  if (access === 'operator' && !caller.isOperator) {
    throw new ParleyError('FORBIDDEN', 'Only operators of this installation may see this.')
  }
  if (!isAccountScoped(access)) return caller
  const accountId = readId('account', (request.params as { account: string }).account)
  const admitted = requireRole(caller, accountId, access)
  if (agencyOnly) requireAgency(admitted)
  return admitted
}

function read(schema: z.ZodType | undefined, input: unknown, whole: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ParleyError('BAD_REQUEST', issue ? explainIssue(issue, whole) : `${whole} is not valid`)
}
