// Answers 200 at once, or never on /hang; tells on /stats when each event arrived.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const arrivals = new Map<string, { at: number; times: number }>()

const server = createServer((request, response) => {
  if (request.url === '/stats') {
    response.end(JSON.stringify([...arrivals]))
    arrivals.clear()
    return
  }
  request.resume().on('end', () => {
    if (request.url === '/hang') return
    const id = String(request.headers['webhook-id'] ?? '')
    const seen = arrivals.get(id)
    arrivals.set(id, { at: seen?.at ?? Date.now(), times: (seen?.times ?? 0) + 1 })
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
