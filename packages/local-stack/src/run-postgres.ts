import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { asAccount, type PostgresAccount } from './postgres-account.ts'

/** Long enough to replay a full write-ahead log after a crash. */
const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000

export type PostgresProcess = {
  pid: number
  /** Settles when the server has ended, asked to or not. */
  exited: Promise<void>
  stop(): Promise<void>
}

/** Starts the server and waits until it takes connections. What it says goes to the log file, and into the error. */
export async function runPostgres(options: {
  postgres: string
  data: string
  settings: Record<string, string>
  account: PostgresAccount
  logFile: string
  url: string
}): Promise<PostgresProcess> {
  const log = await open(options.logFile, 'w', 0o600)
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(options.postgres, ['-D', options.data, ...settings], {
    ...asAccount(options.account),
    // In a session of its own, so that Ctrl-C in the terminal does not stop it before those who use it.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await once(child, 'spawn')
  await log.close()
  const pid = child.pid as number
  const guard = stopWithParent(pid, options.account)
  exited.then(() => guard.kill())

  if (!(await untilReady(child, options.url))) {
    child.kill('SIGKILL')
    throw new Error(`Postgres did not start:\n${(await readFile(options.logFile, 'utf8')).trim()}`)
  }
  return {
    pid,
    exited,
    async stop() {
      child.kill('SIGINT')
      const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(deadline)
    },
  }
}

/** A shell that waits on a pipe which only the end of our process closes, be it by kill -9. */
function stopWithParent(pid: number, account: PostgresAccount): ChildProcess {
  return spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...asAccount(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

async function untilReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      // Everything else passes while the server comes up.
      if (error instanceof pg.DatabaseError && error.code === '28P01') return false
      await delay(20)
    }
  }
  return false
}
