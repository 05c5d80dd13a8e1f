import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const badGateway = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/**
 * A way to an HTTP server that can be cut: what was open breaks off, and until it is mended whoever comes is turned
 * away, without a word or as proxies do it.
 */
export async function startCutter(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (refusal !== undefined) return void near.resume().end(refusal)
    const far = connect(Number(port), hostname)
    far.on('error', () => far.destroy())
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (meanwhile: 'silence' | 'bad gateway') => {
    refusal = meanwhile === 'silence' ? '' : badGateway
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      refusal = undefined
    },
    close() {
      cut('silence')
      server.close()
    },
  }
}
