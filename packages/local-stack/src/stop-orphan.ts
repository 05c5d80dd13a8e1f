import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const patienceMs = 20_000

/** Ends the server that a killed process left on this data, and clears away what a killed server left. */
export async function stopOrphan(data: string): Promise<void> {
  const lockFile = join(data, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return
  if (servesData(pid, data)) {
    process.kill(pid, 'SIGINT')
    const gentleUntil = Date.now() + patienceMs
    while (servesData(pid, data)) {
      if (Date.now() > gentleUntil) process.kill(pid, 'SIGKILL')
      await delay(20)
    }
  }
  // The number may belong to another program by now, which would make Postgres refuse to start.
  await rm(lockFile, { force: true })
}

/** A process that has ended but was not yet reaped has no command line, so it does not count. */
function servesData(pid: number, data: string): boolean {
  try {
    return commandLine(pid).includes(data)
  } catch {
    return false
  }
}

const commandLine = (pid: number): string =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
