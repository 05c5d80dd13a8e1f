import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Outcome, runParley as run } from '../run.ts'

const main = join(import.meta.dirname, '../main.ts')

/**
 * Runs the command with nothing in the environment but what is given, and away from the `.env` and the state of
 * whoever runs the tests. Not in a process of its own: starting dozens would take longer than all that they do.
 */
export const runParley = (words: string[], env: NodeJS.ProcessEnv = {}, cwd: string = import.meta.dirname) =>
  run(words, { env, cwd })

/** The same as its users run it. */
export const startParley = (words: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...words], { env, cwd }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

/** What a verb prints with `--json`; anything but success fails the test with the reason. */
export async function parleyJson(words: string[], env: NodeJS.ProcessEnv) {
  const { code, stdout, stderr } = await runParley([...words, '--json'], env)
  if (code !== 0) throw new Error(`parley ${words.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}

export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
