import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Where a platform keeps its files: answers with a status, or holds whoever asks until it is released. */
export async function startFileServer(paths: Record<string, number | 'held'>) {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    const answer = paths[request.url ?? ''] ?? 404
    if (answer === 'held') held.push(response)
    else response.writeHead(answer).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Gives this file to all who wait. */
    release: (file: Buffer) => held.forEach((response) => void response.end(file)),
  }
}
