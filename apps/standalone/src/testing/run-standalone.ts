import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '@parley/local-stack/free-port'
import { inheritedEnv } from '@parley/testing/inherited-env'
import { until } from '@parley/testing/until'
import { onTestFinished } from 'vitest'
import type { Quickstart } from '../quickstart.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
export const npmStart = ['npm', 'start', '--prefix', fileURLToPath(new URL('../../../..', import.meta.url))]

/** A folder to start in, as a fresh clone would be: no `.env`, no state. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standalone-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

export async function freePorts(): Promise<{ PORT: string; CONSOLE_PORT: string }> {
  return { PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) }
}

/** Runs what `npm start` runs, in a process group of its own. */
export function runStandalone(
  folder: string,
  environment: Record<string, string>,
  [program = '', ...args]: string[] = [process.execPath, main],
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...inheritedEnv(), PARLEY_HOME: join(folder, 'home'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid as number
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    await exited
  })
  return {
    pid,
    exited,
    output: () => output,
    errors: () => errors,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    killGroup: () => process.kill(-pid, 'SIGKILL'),
    async quickstart(): Promise<Quickstart> {
      await until(() => output.includes('Parley is ready'), {
        timeoutMs: 50_000,
        what: `readiness, after:\n${output}${errors}`,
      })
      return JSON.parse(await readFile(join(folder, 'home/quickstart.json'), 'utf8'))
    },
  }
}

/** Asks the API as a client would that trusts the local authority and nothing else. */
export async function ask(
  { apiUrl, caFile, accounts }: Quickstart,
  path: string,
): Promise<{ status: number; body: string }> {
  const headers = { 'x-api-key': accounts.agency.apiKey }
  const asking = request(`${apiUrl}${path}`, { ca: await readFile(caFile), agent: false, headers }).end()
  const [answer] = await once(asking, 'response')
  return { status: answer.statusCode, body: await text(answer) }
}
