import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const startTimeoutMs = 20_000
const stopTimeoutMs = 10_000

export type Redis = { url: string; port: number; pid: number; stop(): Promise<void> }

/** `redis-server` or `valkey-server`, whichever is on the PATH. */
export const findRedisServer = (): string | undefined =>
  ['redis-server', 'valkey-server'].find((command) => spawnSync(command, ['--version']).status === 0)

/** Every write is on disk before it is acknowledged, and nothing is ever evicted: what a queue needs. */
export async function startRedis(options: {
  dir: string
  port?: number
  settings?: Record<string, string>
}): Promise<Redis> {
  const server = findRedisServer()
  if (!server) throw new Error('neither redis-server nor valkey-server is on the PATH')
  await mkdir(options.dir, { recursive: true })
  const port = options.port ?? (await freePort())
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: options.dir,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
    ...options.settings,
  }
  const logFile = join(options.dir, 'redis.log')
  const log = await open(logFile, 'w')
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(server, args, { stdio: ['ignore', log.fd, log.fd] })
  const exited = once(child, 'exit')
  await log.close()
  await untilAnswering(child, port, logFile)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(deadline)
    },
  }
}

async function untilAnswering(child: ChildProcess, port: number, logFile: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await answersPing(port))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) await delay(20)
    else {
      child.kill('SIGKILL')
      throw new Error(`Redis did not start:\n${await readFile(logFile, 'utf8')}`)
    }
  }
}

/** While it loads its file Redis listens but answers with an error. */
async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })
    return String(answer).startsWith('+PONG')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
