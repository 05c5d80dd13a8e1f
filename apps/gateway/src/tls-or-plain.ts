import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer } from 'node:net'
import type { Certificate } from './certificate.ts'

const tlsHello = 0x16
const silentMs = 10_000

/** Longer than that of the usual load balancers. A missing Host is refused in our own words, not in Node's. */
const httpOptions = { keepAliveTimeout: 75_000, requireHostHeader: false }

/**
 * One port for TLS and plain HTTP: the first byte of a connection tells them apart. Plain requests reach the same
 * routes, which refuse them in a form that a caller can read, unless a trusted proxy vouches for them.
 */
export function createTlsOrPlainServer(listener: RequestListener, certificate: Certificate): Server {
  const secure = createHttpsServer({ ...httpOptions, ...certificate.current }, listener)
  certificate.onChange((next) => secure.setSecureContext(next))
  const inner = [createHttpServer(httpOptions, listener), secure] as const

  const front = createNetServer((socket) => {
    const drop = () => socket.destroy()
    socket.setTimeout(silentMs, drop)
    socket.on('error', drop)
    socket.once('data', (firstBytes: Buffer) => {
      socket.setTimeout(0)
      socket.off('timeout', drop)
      socket.off('error', drop)
      socket.pause()
      socket.unshift(firstBytes)
      inner[firstBytes[0] === tlsHello ? 1 : 0].emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  for (const server of inner) {
    // The inner servers never listen themselves, yet only then do they keep track of their connections.
    front.on('listening', () => void server.emit('listening'))
    front.on('close', () => void server.close())
    server.on('clientError', (error, socket) => void front.emit('clientError', error, socket))
  }
  return Object.assign(front, {
    closeIdleConnections: () => inner.forEach((server) => void server.closeIdleConnections()),
    closeAllConnections: () => inner.forEach((server) => void server.closeAllConnections()),
  }) as unknown as Server
}
