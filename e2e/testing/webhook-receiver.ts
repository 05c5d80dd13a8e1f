import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A customer's webhook that answers as it is told. */
export async function startReceiver() {
  const bodies: { body: string; messageId: string }[] = []
  const receiver = { status: 200, bodies, url: '', close: async () => {} }
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)))
    response.writeHead(receiver.status).end('seen')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/replies`
  receiver.close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return receiver
}
