import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const loopback = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.0/8' }))

test('a request goes out with its method, headers and body, and the answer comes back as fetch would give it', async () => {
  const url = await serve((request, response) => {
    response.writeHead(418, { 'x-method': request.method, 'x-kind': request.headers['content-type'] })
    request.pipe(response)
  })
  const answer = await guardedFetch(loopback)(`${url}/chat`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(answer.status).toBe(418)
  expect(answer.headers.get('x-method')).toBe('POST')
  expect(answer.headers.get('x-kind')).toBe('application/json')
  expect(await answer.json()).toEqual({ a: 1 })
})

test('the answer can be read while it is still being written', async () => {
  const { promise: firstRead, resolve: go } = Promise.withResolvers<void>()
  const url = await serve(async (_request, response) => {
    response.write('first')
    await firstRead
    response.end('second')
  })
  const answer = await guardedFetch(loopback)(url)
  const reader = answer.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? '').toString()).toBe('first')
  go()
  expect(Buffer.from((await reader?.read())?.value ?? '').toString()).toBe('second')
})

test('the caller’s signal ends a request that hangs', async () => {
  const controller = new AbortController()
  const url = await serve(() => controller.abort())
  await expect(guardedFetch(loopback)(url, { signal: controller.signal })).rejects.toThrow(/abort/i)
})

test('an answer without a body is no error', async () => {
  const url = await serve((_request, response) => response.writeHead(204).end())
  expect((await guardedFetch(loopback)(url)).status).toBe(204)
})

test('a redirect is given to the caller and not followed', async () => {
  const url = await serve((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  const answer = await guardedFetch(loopback)(url)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://10.0.0.1/'])
})

test('an address that is not public is refused with what to change', async () => {
  const url = await serve((_request, response) => response.end())
  const strict = openOutbound(OutboundConfig.parse({}))
  await expect(guardedFetch(strict)(url)).rejects.toMatchObject({
    code: 'ERR_OUTBOUND_REFUSED',
    message: expect.stringContaining('127.0.0.1 is not allowed'),
  })
})
