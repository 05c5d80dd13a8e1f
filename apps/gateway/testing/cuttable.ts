import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The same server at another address, whose line can be cut: then it refuses connections, as a server that is away. */
export async function cuttable(url: string): Promise<{ url: string; cut(): Promise<void> }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const front = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const near = new URL(url)
  near.host = `127.0.0.1:${(front.address() as AddressInfo).port}`
  return {
    url: near.href,
    async cut() {
      if (!front.listening) return
      front.close()
      for (const socket of sockets) socket.destroy()
      await once(front, 'close')
    },
  }
}
