import { setTimeout as delay } from 'node:timers/promises'
import type { AppName } from './apps.ts'
import { type RunningApp, runApp, untilReady } from './run-app.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000
/** Who ran this long is not in a loop of crashes. */
const steadyMs = 60_000

export type Supervised = { ready: Promise<void>; stop(): Promise<void> }

/** Keeps one app running until it is told to stop: one that dies is started again, after ever longer pauses. */
export function supervise(options: {
  app: AppName
  environment: Record<string, string>
  graceMs: number
  /** Ends the wait for readiness. */
  signal: AbortSignal
  say(text: string): void
  onLine(line: string): void
}): Supervised {
  const { app, say } = options
  const stopping = new AbortController()
  const start = () => runApp(app, options.environment, options.onLine)
  let current: Promise<RunningApp> = start()

  const keepRunning = async () => {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const how = await (await current).exited
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > steadyMs) pauseMs = firstPauseMs
      say(`${app} ${how}; starting it again in ${pauseMs / 1000} s`)
      await delay(pauseMs, undefined, { signal: stopping.signal })
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      current = start()
    }
  }

  return {
    ready: current
      .then((running) => untilReady(app, running, options.signal))
      .then(() => void keepRunning().catch(() => {})),
    async stop() {
      stopping.abort()
      const { process: child, exited } = await current
      child.kill('SIGTERM')
      const deadline = setTimeout(() => {
        say(`${app} did not stop in time; ending it`)
        child.kill('SIGKILL')
      }, options.graceMs)
      await exited
      clearTimeout(deadline)
    },
  }
}
