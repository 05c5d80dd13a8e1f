import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '@parley/local-stack/free-port'
import { inheritedEnv } from '@parley/testing/inherited-env'

type DemoAccount = { id: string; email: string; password: string; apiKey: string }

export type Stack = {
  consoleUrl: string
  databaseUrl: string
  accounts: { agency: DemoAccount; subAccount: DemoAccount }
  /** Asks the API as a platform would. */
  ask(apiKey: string, path: string, body: unknown): Promise<{ status: number; body: string }>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../apps/standalone/src/main.ts', import.meta.url))

/** Everything that `npm start` starts, on ports and in a folder of its own. */
export async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-stack-'))
  const ports = { PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) }
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { ...inheritedEnv(), PARLEY_HOME: join(folder, 'home'), ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Parley is ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', () => reject(new Error(`Parley did not start:\n${output}`)))
  })
  const quickstart = JSON.parse(await readFile(join(folder, 'home/quickstart.json'), 'utf8'))
  const ca = await readFile(quickstart.caFile)
  return {
    ...quickstart,
    async ask(apiKey, path, body) {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const asking = request(`${quickstart.apiUrl}${path}`, { method: 'POST', ca, agent: false, headers })
      asking.end(JSON.stringify(body))
      const [answer] = await once(asking, 'response')
      return { status: answer.statusCode, body: await text(answer) }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
