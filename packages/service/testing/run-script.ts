import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'

const source = new URL('../src/', import.meta.url)

export type Script = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Waits until stdout matches and gives the first group, or the whole match. */
  saw(pattern: RegExp): Promise<string>
  exit(): Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Runs TypeScript in a process of its own; `./x.ts` in it means a file of this package. */
export function runScript(code: string, env: NodeJS.ProcessEnv = {}): Script {
  const script = code.replaceAll(/'\.\/([\w-]+\.ts)'/g, (_, file) => `'${new URL(file, source).href}'`)
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const closed = once(child, 'close')
  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async saw(pattern) {
      const match = await vi.waitFor(() => {
        const found = output.stdout.match(pattern)
        if (!found) throw new Error(`${pattern} is not in the output:\n${output.stdout}${output.stderr}`)
        return found
      }, 10_000)
      return match[1] ?? match[0]
    },
    async exit() {
      const [code] = (await closed) as [number | null]
      return { code, ...output }
    },
  }
}
