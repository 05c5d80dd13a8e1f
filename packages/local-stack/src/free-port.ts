import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of this machine that nothing listens on: the preferred one when it is free. */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  return preferred !== 0 && (await portFault(preferred, host)) === null ? preferred : listenBriefly(0, host)
}

/** Why a server cannot listen there (`EADDRINUSE`, `EACCES`), or null when it can. No host: on all addresses. */
export async function portFault(port: number, host?: string): Promise<string | null> {
  try {
    await listenBriefly(port, host)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

async function listenBriefly(port: number, host?: string): Promise<number> {
  const server = createServer().listen({ port, host, exclusive: true })
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return address.port
}
