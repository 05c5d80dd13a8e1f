import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@parley/local-stack/free-port'
import { StartupFault } from '@parley/service/startup-fault'
import { type AppName, entryOf } from './apps.ts'
import { environmentOfApps } from './config.ts'

const readyTimeoutMs = 60_000
const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url))

export type RunningApp = {
  process: ChildProcess
  healthUrl: string
  /** How it ended, in words. */
  exited: Promise<string>
}

/** Starts an app; each of its lines is handed to `onLine`. */
export async function runApp(
  app: AppName,
  environment: Record<string, string>,
  onLine: (line: string) => void,
): Promise<RunningApp> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['--import', endWithParent, entryOf(app)], {
    env: environmentOfApps({ ...environment, HEALTH_PORT: port, HEALTH_HOST: '127.0.0.1' }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal goes to a whole group: in one of its own the app hears it from us, once.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine)
  const exited = once(child, 'exit').then(([code, signal]) =>
    signal ? `was ended by ${signal}` : `exited with code ${code}`,
  )
  return { process: child, healthUrl: `http://127.0.0.1:${port}`, exited }
}

/** Refuses an app that ends or takes too long before its `/readyz` says yes. */
export async function untilReady(app: AppName, running: RunningApp, signal: AbortSignal): Promise<void> {
  let ended: string | undefined
  running.exited.then((how) => {
    ended = how
  })
  const giveUpAt = Date.now() + readyTimeoutMs
  for (;;) {
    const reason = await reasonAgainst(running.healthUrl)
    if (reason === null) return
    if (ended) throw new StartupFault(`${app} ${ended} before it was ready; its own lines say why`)
    if (Date.now() > giveUpAt) throw new StartupFault(`${app} was not ready in time: ${reason}`)
    await delay(50)
    signal.throwIfAborted()
  }
}

async function reasonAgainst(healthUrl: string): Promise<string | null> {
  try {
    const answer = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(5_000) })
    return answer.ok ? null : await answer.text()
  } catch (error) {
    return String(error)
  }
}
