import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Auth, authPaths, clientAddressHeader } from '../auth.ts'

/** Hands the log-in library its own paths. */
export function registerAuthRoutes(app: FastifyInstance, auth: Auth): void {
  for (const path of authPaths) {
    app.route({
      method: ['GET', 'POST'],
      url: `/api/auth${path}`,
      handler: async (request, reply) => {
        const answer = await auth.handler(asWebRequest(request))
        reply.code(answer.status)
        for (const [name, value] of answer.headers) {
          if (name !== 'set-cookie') reply.header(name, value)
        }
        for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
        return reply.send(answer.body ? await answer.text() : null)
      },
    })
  }
}

/** The caller's headers, but with the address that we know to be the caller's. */
export function authHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  headers.set(clientAddressHeader, request.ip)
  return headers
}

function asWebRequest(request: FastifyRequest): Request {
  const url = `${request.protocol}://${request.host}${request.url}`
  const headers = authHeaders(request)
  headers.delete('content-length')
  return new Request(url, {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
  })
}
