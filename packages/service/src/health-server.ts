import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { StartupFault } from './startup-fault.ts'

/** Says why the process is not ready, or nothing when it is. */
export type ReadyCheck = () => Promise<string | undefined>

const checkTimeoutMs = 2_000

export async function startHealthServer(options: {
  host: string
  port: number
  registry: Registry
  readyChecks: ReadonlyMap<string, ReadyCheck>
}): Promise<{ url: string; close(): Promise<void> }> {
  const { host, port, registry, readyChecks } = options
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    try {
      if (path === '/healthz') sendJson(response, 200, { status: 'alive' })
      else if (path === '/readyz') await answerReady(response, readyChecks)
      else if (path === '/metrics')
        response.setHeader('content-type', registry.contentType).end(await registry.metrics())
      else sendJson(response, 404, { error: 'There are /healthz, /readyz and /metrics.' })
    } catch (error) {
      sendJson(response, 500, { error: String(error) })
    }
  })
  await listen(server, host, port)
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function answerReady(response: ServerResponse, readyChecks: ReadonlyMap<string, ReadyCheck>) {
  const reasons = await Promise.all(
    [...readyChecks].map(async ([name, check]) => [name, await runCheck(check)] as const),
  )
  const ready = reasons.every(([, reason]) => reason === undefined)
  sendJson(response, ready ? 200 : 503, {
    status: ready ? 'ready' : 'not ready',
    checks: Object.fromEntries(reasons.map(([name, reason]) => [name, reason ?? 'ok'])),
  })
}

async function runCheck(check: ReadyCheck): Promise<string | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, checkTimeoutMs, `gave no answer within ${checkTimeoutMs} ms`)
  try {
    return await Promise.race([check(), tooLate])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartupFault(`HEALTH_PORT ${port} on ${host} is in use: stop what listens there, or set another port`)
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
}
