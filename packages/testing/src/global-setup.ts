import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody is connected to, to be cloned. */
    templateUrl: string
    /** Null where the machine has no Redis. */
    redisUrl: string | null
  }
}

/** Starts the servers of the run, and hands their addresses to the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = randomUUID()
  const args = [fileURLToPath(new URL('test-stack.ts', import.meta.url)), `PARLEY_TEST_RUN=${run}`]
  if (process.env.TEST_REDIS_URL) args.push(process.env.TEST_REDIS_URL)
  // Detached: a signal to the whole group must not take the servers from under tests that are ending.
  const stack = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const exited = once(stack, 'exit')
  const [line] = await Promise.race([
    once(createInterface(stack.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('The servers for the tests did not start; the reason is above.'))),
  ])
  const { templateUrl, redisUrl } = JSON.parse(line)
  project.provide('templateUrl', templateUrl)
  project.provide('redisUrl', redisUrl)
  process.env.PARLEY_TEST_RUN = run // inherited by all that tests start
  return async () => {
    stack.stdin.end()
    await exited
  }
}
