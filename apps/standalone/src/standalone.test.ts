import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { portFault } from '@parley/local-stack/free-port'
import { useEmptyDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { apps } from './apps.ts'
import { ask, freePorts, makeFolder, npmStart, runStandalone } from './testing/run-standalone.ts'

const database = useEmptyDatabase()

const processTable = (): { pid: number; parent: number; command: string }[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().match(/^(\d+) +(\d+) +(.*)$/) ?? [])
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }))
    // One that has ended stays in the table until its parent, here the machine's first process, takes note of it.
    .filter(({ command }) => !command.endsWith('<defunct>'))

const childrenOf = (pid: number) => processTable().filter(({ parent }) => parent === pid)

test('from nothing to an answered curl, through kill -9 of everything, to a stop that leaves no process', async () => {
  const folder = await makeFolder()
  const ports = await freePorts()
  const first = runStandalone(folder, ports)
  const quickstart = await first.quickstart()
  expect((await stat(join(folder, 'home/quickstart.json'))).mode & 0o777).toBe(0o600)

  const curl = first.output().match(/^curl .*?}}'$/ms)?.[0] ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', curl])
  const { messageId } = JSON.parse(stdout)
  await until(async () => (await ask(quickstart, `/messages/${messageId}`)).status === 200)
  first.killGroup()
  await first.exited

  const second = runStandalone(folder, ports)
  expect(await second.quickstart()).toEqual(quickstart)
  const { status, body } = await ask(quickstart, `/messages/${messageId}`)
  expect(status).toBe(200)
  expect(body).toContain('When are you open?')

  const children = childrenOf(second.pid)
  for (const app of apps) expect(children.some(({ command }) => command.includes(`apps/${app}/src/main.ts`))).toBe(true)
  expect(children.some(({ command }) => command.includes(join(folder, 'home/postgres')))).toBe(true)
  second.kill('SIGINT')
  expect(await second.exited).toBe(0)
  const pids = new Set(children.map(({ pid }) => pid))
  expect(processTable().filter(({ pid }) => pids.has(pid))).toEqual([])
  expect(await portFault(Number(ports.PORT))).toBeNull()
})

test('a second start on the same home is refused, and an app that dies is started again', async () => {
  const folder = await makeFolder()
  const first = runStandalone(folder, { ...(await freePorts()), DATABASE_URL: database.url })
  const quickstart = await first.quickstart()
  expect(quickstart.databaseUrl).toBe(database.url)

  const second = runStandalone(folder, { ...(await freePorts()), DATABASE_URL: database.url })
  expect(await second.exited).toBe(1)
  expect(second.errors()).toMatch(/^parley: Parley runs already on .* PARLEY_HOME .*\n$/)

  const gateway = childrenOf(first.pid).find(({ command }) => command.includes('apps/gateway/'))
  process.kill(gateway?.pid ?? 0, 'SIGKILL')
  await until(() => first.output().includes('gateway was ended by SIGKILL; starting it again'))
  await until(async () => (await ask(quickstart, '/messages/none').catch(() => null))?.status === 404)
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)
})

test('apps end when npm start is killed', async () => {
  const folder = await makeFolder()
  const run = runStandalone(folder, { ...(await freePorts()), DATABASE_URL: database.url })
  await run.quickstart()
  const pids = new Set(childrenOf(run.pid).map(({ pid }) => pid))
  expect(pids.size).toBeGreaterThanOrEqual(apps.length)
  run.kill('SIGKILL')
  await until(() => processTable().every(({ pid, command }) => !pids.has(pid) || command.includes('<defunct>')))
})

test('a SIGTERM to npm, which it does not pass on, stops everything', async () => {
  const ports = await freePorts()
  const run = runStandalone(await makeFolder(), { ...ports, DATABASE_URL: database.url }, npmStart)
  await run.quickstart()
  run.kill('SIGTERM')
  await run.exited
  expect(run.output()).toContain('✓ Shutdown')
  expect(await portFault(Number(ports.PORT))).toBeNull()
})

const badStarts = {
  'a busy port': async () => {
    const squatter = createServer().listen(0)
    await once(squatter, 'listening')
    onTestFinished(() => void squatter.close())
    const { port } = squatter.address() as AddressInfo
    return { PORT: String(port), says: new RegExp(`port ${port} is in use: .* set PORT `) }
  },
  'a database that nothing listens on': async () => ({
    DATABASE_URL: 'postgres://parley:hush@127.0.0.1:1/parley',
    says: /DATABASE_URL: 127\.0\.0\.1:1\/parley cannot be opened: .*ECONNREFUSED/,
  }),
  'a wrong password of the database': async () => ({
    DATABASE_URL: Object.assign(new URL(database.url), { password: 'hush' }).href,
    says: /DATABASE_URL: .* password/,
  }),
  'a database that does not exist': async () => ({
    DATABASE_URL: Object.assign(new URL(database.url), { pathname: '/none' }).href,
    says: /DATABASE_URL: .*"none" does not exist/,
  }),
  'a broken value in the environment': async () => ({ LOG_LEVEL: 'loud', says: /LOG_LEVEL must be one of/ }),
}

test.for(Object.entries(badStarts))('%s is told in one line', async ([, arrange]) => {
  const { says, ...environment } = await arrange()
  const run = runStandalone(await makeFolder(), { ...(await freePorts()), ...environment })
  expect(await run.exited).toBe(1)
  expect(run.errors()).toMatch(says)
  expect(run.errors().trimEnd().split('\n')).toHaveLength(1)
  expect(run.errors() + run.output()).not.toContain('hush')
})

test('broken values in .env are told together, a line each', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, '.env'), 'PORT=many\nREDIS_URL=somewhere\n')
  const run = runStandalone(folder, {})
  expect(await run.exited).toBe(1)
  expect(run.errors()).toMatch(/^parley: PORT must be .*\nparley: REDIS_URL must be .*\n$/)
})

test('a variable that only an app knows is refused by that app, and nothing stays behind', async () => {
  const ports = await freePorts()
  const settings = { ...ports, DATABASE_URL: database.url, INGEST_CONCURRENCY: 'all' }
  const run = runStandalone(await makeFolder(), settings)
  expect(await run.exited).toBe(1)
  expect(run.output()).toMatch(/ingest-worker +\| .*INGEST_CONCURRENCY must be a whole number/)
  expect(run.errors()).toMatch(/^parley: ingest-worker exited with code 1 before it was ready.*\n$/)
  expect(await portFault(Number(ports.PORT))).toBeNull()
})
