import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, portFault } from './free-port.ts'

async function occupyPort(host?: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('the preferred port is kept while it is free', async () => {
  const port = await freePort()
  expect(await freePort(port)).toBe(port)
})

test('a busy preferred port is replaced by a free one', async () => {
  const busy = await occupyPort('127.0.0.1')
  const port = await freePort(busy)
  expect(port).not.toBe(busy)
  expect(await portFault(port)).toBeNull()
})

test('a port that something listens on is told from a free one', async () => {
  expect(await portFault(await occupyPort())).toBe('EADDRINUSE')
})
