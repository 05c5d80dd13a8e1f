import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockHome } from './instance-lock.ts'
import { makeFolder } from './testing/run-standalone.ts'

test('a home is locked until it is released', async () => {
  const home = await makeFolder()
  const release = await lockHome(home)
  await expect(lockHome(home)).rejects.toThrow(/runs already/)
  await release()
  await (await lockHome(home))()
})

test('the lock of a process that is gone is taken over, even when its number is in use again', async () => {
  const home = await makeFolder()
  const bystander = spawn('sleep', ['600'])
  onTestFinished(() => void bystander.kill())
  await writeFile(join(home, 'standalone.pid'), `${bystander.pid}\nlong ago\n`)
  await lockHome(home)
  expect(await readFile(join(home, 'standalone.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`))
})
