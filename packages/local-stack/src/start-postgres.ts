import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgresAccount } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { findShelter, initialiseData, placeData } from './postgres-data.ts'
import { type PostgresProcess, runPostgres } from './run-postgres.ts'
import { stopOrphan } from './stop-orphan.ts'
import { writeWhole } from './write-whole.ts'

const user = 'parley'
const megabyte = 1024 * 1024
/** How long the processes of a killed server may take to notice. */
const leftoversTimeoutMs = 20_000

export type Postgres = PostgresProcess & { url: string; port: number }

/** Postgres for this machine alone, with its data, password and log in `home`, which serves one server at a time. */
export async function startPostgres(options: {
  home: string
  port?: number
  /** By name; they win over ours. */
  settings?: Record<string, string>
  database?: string
}): Promise<Postgres> {
  const home = resolve(options.home)
  await mkdir(home, { recursive: true })
  const account = await findPostgresAccount(home)
  const shelter = await findShelter(home, account)
  const { initdb, postgres } = await findPostgresBinaries(account, shelter)
  const data = await placeData(home, shelter)
  const login = await readLogin(home)
  await stopOrphan(data)
  const sync = options.settings?.fsync !== 'off'
  await initialiseData({ data, initdb, account, user, password: login.password, sync })

  const giveUpAt = Date.now() + leftoversTimeoutMs
  for (;;) {
    const port = options.port ?? (await freePort(login.port))
    const settings = { ...defaultSettings(), port: String(port), ...options.settings }
    const urlOf = (database: string) => `postgres://${user}:${login.password}@127.0.0.1:${port}/${database}`
    const database = options.database ?? 'parley'
    try {
      const logFile = join(home, 'postgres.log')
      const server = await runPostgres({ postgres, data, settings, account, logFile, url: urlOf('postgres') })
      await writeLogin(home, { ...login, port })
      await createDatabase(urlOf('postgres'), database).catch((error) =>
        server.stop().then(() => Promise.reject(error)),
      )
      return { ...server, url: urlOf(database), port }
    } catch (error) {
      // The memory of a server that was just killed, or a port that somebody took in between.
      if (!/\bin use\b/.test(String(error)) || Date.now() > giveUpAt) throw error
      await delay(100)
    }
  }
}

function defaultSettings(): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${Math.floor(Math.min(memory / 4, 2048 * megabyte) / megabyte)}MB`,
    max_wal_size: '4GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

type Login = { password: string; port: number }

async function readLogin(home: string): Promise<Login> {
  try {
    return JSON.parse(await readFile(join(home, 'postgres.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return writeLogin(home, { password: randomBytes(24).toString('base64url'), port: 0 })
  }
}

/** The port is kept so that a restart finds the same one, which spares whoever noted the address. */
async function writeLogin(home: string, login: Login): Promise<Login> {
  await writeWhole(join(home, 'postgres.json'), JSON.stringify(login), 0o600)
  return login
}
