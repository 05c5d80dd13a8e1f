import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'
import { postWebhook } from './post-webhook.ts'

async function postTo(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.1' }))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return postWebhook(outbound, { url, id: 'dlv_1', body: '{}', secrets: [] })
}

test('15 s are for all of it: a receiver that does not answer, and one that does not end its answer', async () => {
  const results = await Promise.all([
    postTo(() => {}),
    postTo((_request, response) => void response.writeHead(200).write('almost')),
  ])
  expect(results).toMatchObject([
    { ok: false, statusCode: null, error: 'Timed out after 15 s', address: '127.0.0.1' },
    { ok: false, statusCode: 200, error: 'Timed out after 15 s', responseBody: 'almost' },
  ])
  for (const { durationMs } of results) expect(durationMs).toBeGreaterThanOrEqual(15_000)
})
