import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Writes the bytes as they are, and gives what came back until the other side closed. */
export async function sendRaw(origin: string, bytes: string | Buffer, options: { plain?: boolean } = {}) {
  const { hostname, port } = new URL(origin)
  const address = { host: '127.0.0.1', port: Number(port), servername: hostname }
  const socket = options.plain ? connectPlain(address) : connectTls(address)
  socket.write(bytes)
  const text = (await socket.setEncoding('utf8').toArray()).join('')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') }
}
