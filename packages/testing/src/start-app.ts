import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@parley/local-stack/free-port'
import { onTestFinished } from 'vitest'
import { inheritedEnv } from './inherited-env.ts'
import { until } from './until.ts'

export type StartedApp = {
  process: ChildProcess
  healthUrl: string
  /** What it has printed so far. */
  output(): string
  /** Asks it to stop, and waits; its exit code. */
  stop(): Promise<number | null>
  /** kill -9 */
  kill(): Promise<void>
}

/** Starts an app as its own process, as in production, and waits until it is ready. Ends with the test. */
export async function startApp(name: string, env: Record<string, string | undefined>): Promise<StartedApp> {
  const healthPort = await freePort()
  const entry = fileURLToPath(new URL(`../../../apps/${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [entry], {
    env: { ...inheritedEnv(), HEALTH_PORT: String(healthPort), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)

  const healthUrl = `http://127.0.0.1:${healthPort}`
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
      return (await fetch(`${healthUrl}/readyz`).catch(() => undefined))?.ok
    },
    { timeoutMs: 30_000, what: `the start of ${name}` },
  )
  return {
    process: child,
    healthUrl,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    kill,
  }
}
