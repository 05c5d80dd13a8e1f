import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupFault } from '@parley/service/startup-fault'

/** One `npm start` a home. The lock of one that was killed counts for nothing, even when its number is used again. */
export async function lockHome(home: string): Promise<() => Promise<void>> {
  const file = join(home, 'standalone.pid')
  const holder = await readFile(file, 'utf8').catch(() => '')
  const [pid, born] = holder.split('\n')
  if (born && born === birthOf(Number(pid))) {
    throw new StartupFault(
      `Parley runs already on ${home} (process ${pid}): stop it, or set PARLEY_HOME to another folder`,
    )
  }
  await rm(file, { force: true })
  try {
    await writeFile(file, `${process.pid}\n${birthOf(process.pid)}\n`, { flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    throw new StartupFault(`another Parley is starting on ${home}: stop it, or set PARLEY_HOME to another folder`)
  }
  return () => rm(file, { force: true })
}

/** When the process began, which tells it from a later one of the same number; null when there is none. */
function birthOf(pid: number): string | null {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    // The name in parentheses may hold anything; state and the other fields stand behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
