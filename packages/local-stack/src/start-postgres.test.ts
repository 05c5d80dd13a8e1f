import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './free-port.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

const settings = { shared_buffers: '16MB', fsync: 'off' }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'postgres-'))
})
// Processes of a killed server may still be writing for a moment.
afterEach(() => rm(home, { recursive: true, maxRetries: 20, retryDelay: 100 }))

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<Postgres> {
  const server = await startPostgres({ home, settings, ...options })
  onTestFinished(server.stop)
  return server
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

const keepRow = (url: string) => query(url, 'create table kept as select 1 as n')
const readRow = (url: string) => query(url, 'select n from kept')

test('it is PostgreSQL 18 in UTF-8, for this machine and whoever has the password only', async () => {
  const { url } = await start({ settings: { fsync: 'off' } })
  expect(await query(url, 'show server_version')).toEqual([[expect.stringMatching(/^18\./)]])
  expect(await query(url, 'show server_encoding')).toEqual([['UTF8']])
  expect(await query(url, `select lower('ÄÉ'), current_database()::text`)).toEqual([['äé', 'parley']])
  expect(await query(url, 'show listen_addresses')).toEqual([['127.0.0.1']])
  expect(await query(url, `select pg_size_bytes(current_setting('shared_buffers')) <= 2147483648`)).toEqual([[true]])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
  expect((await stat(join(home, 'postgres.json'))).mode & 0o777).toBe(0o600)
})

test('data and address are the same after a restart', async () => {
  const first = await start()
  await keepRow(first.url)
  await first.stop()
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await readRow(second.url)).toEqual([[1]])
})

test('another port is taken when somebody has the last one', async () => {
  const first = await start()
  await first.stop()
  const squatter = createServer().listen(first.port, '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  expect((await start()).port).not.toBe(first.port)
})

test('a server that is killed leaves nothing that hinders the next start', async () => {
  const first = await start()
  await keepRow(first.url)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  expect(await readRow((await start()).url)).toEqual([[1]])
})

test('a server that still runs is taken over by the next start', async () => {
  const first = await start()
  await keepRow(first.url)
  const second = await start()
  await first.exited
  expect(await readRow(second.url)).toEqual([[1]])
})

test('a lock file that names a process of somebody else is cleared, and that process lives on', async () => {
  const first = await start()
  await first.stop()
  const bystander = spawn('sleep', ['600'])
  onTestFinished(() => void bystander.kill())
  await writeFile(join(home, 'postgres/postmaster.pid'), `${bystander.pid}\n${join(home, 'postgres')}\n`)
  await start()
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a first start that was killed half-way is begun again', async () => {
  await mkdir(join(home, 'postgres.new'))
  await writeFile(join(home, 'postgres.new/PG_VERSION'), '18')
  expect(await query((await start()).url, 'select 1')).toEqual([[1]])
})

test('the server ends when its parent is killed', async () => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./start-postgres.ts', import.meta.url))})
    console.log((await startPostgres(${JSON.stringify({ home, settings })})).url)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(parent.stdout, 'data')
  await keepRow(String(line).trim())
  parent.kill('SIGKILL')
  const gone = () => expect(access(join(home, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
  await vi.waitFor(gone, { timeout: 30_000 })
  expect(await readRow((await start()).url)).toEqual([[1]])
})

test('a setting that Postgres does not know is named in the error', async () => {
  const attempt = startPostgres({ home, settings: { ...settings, no_such_setting: '1' }, port: await freePort() })
  await expect(attempt).rejects.toThrow(/no_such_setting/)
})

test.runIf(process.getuid?.() === 0)('as root, data lies elsewhere when the home is in a closed folder', async () => {
  const closed = join(home, 'closed')
  await mkdir(join(closed, 'home'), { recursive: true })
  await chmod(closed, 0o700)
  const first = await start({ home: join(closed, 'home') })
  const elsewhere = await readlink(join(closed, 'home/postgres'))
  onTestFinished(() => rm(dirname(elsewhere), { recursive: true, maxRetries: 20, retryDelay: 100 }))
  await keepRow(first.url)
  await first.stop()
  expect(await readRow((await start({ home: join(closed, 'home') })).url)).toEqual([[1]])
})
