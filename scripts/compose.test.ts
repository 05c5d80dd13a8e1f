import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readVariable } from '@parley/service/config'
import { type ReadyCheck, startHealthServer } from '@parley/service/health-server'
import { createRegistry } from '@parley/service/metrics'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { loadAppConfigs } from './load-app-configs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  container_name: z.undefined().optional(),
})
type Service = z.output<typeof Service>

const compose = z
  .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(read('docker-compose.yml'), { merge: true }))
const services = Object.entries(compose.services)
const configs = new Map((await loadAppConfigs()).map(({ app, schema }) => [app, schema]))

const entryFile = (service: Service) => [...service.entrypoint, ...service.command].find((word) => word.endsWith('.ts'))
const appOf = (service: Service) => entryFile(service)?.split('/')[1]
const ours = services.flatMap(([name, service]) => {
  const app = appOf(service)
  return app ? [{ name, app, service }] : []
})
const longRunning = ours.filter(({ app }) => app !== 'cli')
const appsWithMain = globSync('apps/*/src/main.ts', { cwd: root }).map((file) => file.split('/')[1] ?? file)

const schemaOf = (app: string): z.ZodObject => configs.get(app) ?? z.object({})
const settingOf = ({ app, service }: { app: string; service: Service }, name: string) =>
  service.environment[name] ?? String(readVariable(schemaOf(app).shape[name]).defaultValue)

test('every app that serves has a service of its own', () => {
  const expected = appsWithMain.filter((app) => app !== 'cli' && app !== 'standalone')
  expect(longRunning.map(({ app }) => app).sort()).toEqual(expected.sort())
})

test.each(ours)('$name runs a file that exists', ({ service }) => {
  expect(existsSync(join(root, entryFile(service) ?? ''))).toBe(true)
})

test.each(ours)('$name is given variables that its app reads, and all those that it requires', ({ app, service }) => {
  const { shape } = schemaOf(app)
  const required = Object.keys(shape).filter((name) => readVariable(shape[name]).required)
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(Object.keys(service.environment)))
  expect(Object.keys(service.environment)).toEqual(expect.arrayContaining(required))
})

test.each(longRunning)(
  '$name is asked on its private port, which is not published, whether it is ready',
  async (entry) => {
    const healthPort = settingOf(entry, 'HEALTH_PORT')
    expect(entry.service.ports.map((port) => port.split(':').at(-1))).not.toContain(healthPort)

    const [kind, , ...words] = entry.service.healthcheck?.test ?? []
    expect(kind).toBe('CMD')
    const readyChecks = new Map<string, ReadyCheck>()
    const health = await startHealthServer({
      host: '127.0.0.1',
      port: 0,
      registry: createRegistry('demo'),
      readyChecks,
    })
    onTestFinished(health.close)
    const ask = () => {
      const asked = words.map((word) => word.replace(`http://127.0.0.1:${healthPort}`, health.url))
      return once(spawn(process.execPath, asked, { stdio: 'ignore' }), 'exit')
    }
    expect(await ask()).toEqual([0, null])
    readyChecks.set('database', async () => 'gone')
    expect(await ask()).toEqual([1, null])
    await health.close()
    expect(await ask()).toEqual([1, null])
  },
)

test.each(longRunning)('$name has more time to stop than it grants itself', (entry) => {
  const seconds = Number(entry.service.stop_grace_period?.match(/^(\d+)s$/)?.[1])
  expect(seconds * 1000).toBeGreaterThan(Number(settingOf(entry, 'SHUTDOWN_GRACE_MS')))
})

test.each(longRunning)('$name starts after the migrations, on stores that are up', ({ service }) => {
  expect(service.depends_on).toEqual({
    migrate: { condition: 'service_completed_successfully' },
    postgres: { condition: 'service_healthy' },
    redis: { condition: 'service_healthy' },
  })
  expect(compose.services.migrate?.command.at(-1)).toBe('migrate')
})

test('only the gateway and the console publish a port, the one that they listen on', () => {
  const published = services.flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`))
  const listensOn = (name: string, variable: string) => {
    const found = longRunning.find(({ app }) => app === name)
    return found && settingOf(found, variable)
  }
  expect(published).toEqual([
    `gateway \${GATEWAY_PORTS:-8443}:${listensOn('gateway', 'PORT')}`,
    `console \${CONSOLE_PORTS:-3000}:${listensOn('console', 'CONSOLE_PORT')}`,
  ])
})

test('Redis writes to the disk before it answers, and evicts nothing', () => {
  const flags = compose.services.redis?.command.join(' ')
  expect(flags).toContain('--appendonly yes')
  expect(flags).toContain('--appendfsync always')
  expect(flags).toContain('--maxmemory-policy noeviction')
})

test('the stores keep their data in volumes, at the place where their images put it', () => {
  expect(compose.services.postgres).toMatchObject({ image: 'postgres:18', volumes: ['postgres:/var/lib/postgresql'] })
  expect(compose.services.redis).toMatchObject({ volumes: ['redis:/data'] })
  expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(['postgres', 'redis']))
})

test('docs/operations.md explains every variable that the compose file asks for', () => {
  const asked = read('docker-compose.yml').matchAll(/\$\{(\w+)/g)
  const explained = read('docs/operations.md')
  expect([...new Set([...asked].map(([, name]) => name))].filter((name) => !explained.includes(`\`${name}\``))).toEqual(
    [],
  )
})

test('the image copies what exists, installs the dependencies of every app in it, and does not run as root', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  const sources = copies.flatMap((line) => line.split(/\s+/).slice(1, -1))
  expect(sources).toContain('apps')
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])

  const installed = [...read('Dockerfile').matchAll(/-w apps\/([\w-]+)/g)].map(([, app]) => app)
  expect(installed.sort()).toEqual(appsWithMain.filter((app) => app !== 'standalone').sort())

  const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(lastStage).toContain('USER node')
  expect(lastStage.find((line) => line.startsWith('FROM '))).toMatch(/^FROM node:24-/)
})
