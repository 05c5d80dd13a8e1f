import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { download } from './download.ts'
import { openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'

const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.1' }))
const limits = { maxBytes: 1_000, timeoutMs: 10_000 }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a file comes with its type, also through a redirect', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/file' }).end()
    else response.setHeader('content-type', 'image/png').end('pixels')
  })
  const { contentType, body } = await download(outbound, `${url}/moved`, limits)
  expect(contentType).toBe('image/png')
  expect((await buffer(body)).toString()).toBe('pixels')
})

test('a file that says it is too large is not read', async () => {
  const url = await serve((_request, response) => response.writeHead(200, { 'content-length': 1_001 }).write('x'))
  await expect(download(outbound, url, limits)).rejects.toThrow('larger than 1000 bytes')
})

test('a file that turns out too large fails while it is read', async () => {
  const url = await serve((_request, response) => {
    response.write('x'.repeat(900))
    response.end('x'.repeat(900))
  })
  const { body } = await download(outbound, url, limits)
  await expect(buffer(body)).rejects.toMatchObject({ message: expect.stringContaining('larger'), isTemporary: false })
})

test('a file that does not end in time fails', async () => {
  const url = await serve((_request, response) => void response.write('x'))
  const all = async () => buffer((await download(outbound, url, { ...limits, timeoutMs: 500 })).body)
  await expect(all()).rejects.toThrow('Timed out after 0.5 s')
})

test.each([
  [404, false],
  [401, false],
  [429, true],
  [503, true],
])('an answer of %i fails; that it is temporary is %s', async (status, isTemporary) => {
  const url = await serve((_request, response) => response.writeHead(status).end())
  await expect(download(outbound, url, limits)).rejects.toMatchObject({ message: `Answered ${status}`, isTemporary })
})

test('an address that is not public is refused for good', async () => {
  const refused = download(outbound, 'https://169.254.169.254/latest/meta-data', limits)
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('not public'), isTemporary: false })
})
