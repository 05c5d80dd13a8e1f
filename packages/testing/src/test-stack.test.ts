import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('test-stack.ts', import.meta.url))

test('servers, files and programs of a run are gone when the run is, however it ended', async () => {
  const run = randomUUID()
  const stack = spawn(process.execPath, [script, `PARLEY_TEST_RUN=${run}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void stack.stdin.end())
  const [line] = await once(createInterface(stack.stdout), 'line')
  const { home, templateUrl } = JSON.parse(line)
  await connectTo(templateUrl)
  const left = spawn('sleep', ['600'], { env: { ...process.env, PARLEY_TEST_RUN: run }, detached: true })
  onTestFinished(() => void left.kill())
  const leftEnded = once(left, 'exit')

  stack.stdin.destroy() // what the kernel does for a run that is killed
  expect(await once(stack, 'exit')).toEqual([0, null])
  await expect(connectTo(templateUrl)).rejects.toThrow('ECONNREFUSED')
  await expect(access(home)).rejects.toThrow('ENOENT')
  if (process.platform === 'linux') expect(await leftEnded).toEqual([null, 'SIGKILL'])
})

async function connectTo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}
