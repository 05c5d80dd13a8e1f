import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError, type ErrorShape } from '../answer-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorShape?: ErrorShape
  }
}

type KnownPath = { pattern: RegExp; methods: Set<string>; shape: ErrorShape }

/** Register before the routes: it learns their paths, to tell a wrong method from a wrong address. */
export function registerErrors(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>()
  const pathOf = (request: FastifyRequest) => {
    const path = request.url.split('?', 1)[0] ?? ''
    return [...paths.values()].find(({ pattern }) => pattern.test(path))
  }

  app.addHook('onRoute', ({ url, method, config }) => {
    const known = paths.get(url) ?? {
      pattern: new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
      methods: new Set<string>(),
      shape: config?.errorShape ?? 'coded',
    }
    for (const each of [method].flat()) known.methods.add(each)
    paths.set(url, known)
  })

  app.setErrorHandler((thrown, request, reply) =>
    answerError(thrown, request, reply, request.routeOptions.config.errorShape ?? pathOf(request)?.shape ?? 'coded'),
  )
  // Before the body is looked at, which nobody is going to read.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0]
    const methods = [...(pathOf(request)?.methods ?? [])]
    if (methods.length === 0) throw new ParleyError('NOT_FOUND', `There is no ${request.method} ${path}.`)
    reply.header('allow', methods.join(', '))
    throw new ParleyError('METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')} for ${path}.`)
  })
}
