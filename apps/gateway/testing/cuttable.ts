import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cuttable = {
  url: string
  /** Refuses connections, as a server that is away. */
  cut(): Promise<void>
  /** Takes what is sent and answers nothing, as a network that drops everything. */
  freeze(): void
}

/** The same server at another address, on a line that a test may break. */
export async function cuttable(url: string): Promise<Cuttable> {
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
    freeze() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    async cut() {
      if (!front.listening) return
      front.close()
      for (const socket of sockets) socket.destroy()
      await once(front, 'close')
    },
  }
}
