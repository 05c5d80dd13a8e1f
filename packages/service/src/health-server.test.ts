import { once } from 'node:events'
import { createServer } from 'node:net'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { type ReadyCheck, startHealthServer } from './health-server.ts'
import { createRegistry } from './metrics.ts'

async function startServer(readyChecks: Record<string, ReadyCheck> = {}, registry = new Registry()) {
  const checks = new Map(Object.entries(readyChecks))
  const server = await startHealthServer({ host: '127.0.0.1', port: 0, registry, readyChecks: checks })
  onTestFinished(() => server.close())
  return async (path: string) => {
    const response = await fetch(server.url + path)
    return { status: response.status, body: await response.text() }
  }
}

test('/healthz says that the process is alive, ready or not', async () => {
  const get = await startServer({ queue: async () => 'no connection' })
  expect(await get('/healthz')).toMatchObject({ status: 200 })
})

test('/readyz is 200 while no check has a reason against it', async () => {
  const get = await startServer({ database: async () => undefined })
  const { status, body } = await get('/readyz')
  expect(status).toBe(200)
  expect(JSON.parse(body)).toEqual({ status: 'ready', checks: { database: 'ok' } })
})

test('/readyz is 503 with the reason of every check that fails or throws', async () => {
  const get = await startServer({
    database: async () => undefined,
    queue: async () => 'appendonly is off',
    disk: async () => Promise.reject(new Error('disk is gone')),
  })
  const { status, body } = await get('/readyz')
  expect(status).toBe(503)
  expect(JSON.parse(body)).toEqual({
    status: 'not ready',
    checks: { database: 'ok', queue: 'appendonly is off', disk: 'disk is gone' },
  })
})

test('a check that never answers makes the process not ready instead of hanging the answer', async () => {
  const get = await startServer({ queue: () => new Promise(() => {}) })
  const { status, body } = await get('/readyz')
  expect(status).toBe(503)
  expect(body).toContain('gave no answer')
})

test('/metrics shows the metrics of the process, labelled by service', async () => {
  const get = await startServer({}, createRegistry('demo'))
  const { status, body } = await get('/metrics?x=1')
  expect(status).toBe(200)
  expect(body).toMatch(/^process_cpu_seconds_total\{service="demo"\} /m)
})

test('another path is 404', async () => {
  const get = await startServer()
  expect(await get('/')).toMatchObject({ status: 404 })
})

test('a busy port is a clear fault', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const start = startHealthServer({ host: '127.0.0.1', port, registry: new Registry(), readyChecks: new Map() })
  await expect(start).rejects.toThrow(`HEALTH_PORT ${port} on 127.0.0.1 is in use`)
})
