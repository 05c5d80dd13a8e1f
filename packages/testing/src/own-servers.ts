import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@parley/data/migrations/migrate'
import { freePort } from '@parley/local-stack/free-port'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { startRedis } from '@parley/local-stack/start-redis'
import { onTestFinished } from 'vitest'

/** A server that a test may stop, start again with the same data at the same address, and make hang. */
export type OwnServer = {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
  hang(): void
  goOn(): void
}

type Running = { url: string; pid: number; stop(): Promise<void> }

export async function ownPostgres(): Promise<OwnServer> {
  const home = await ownFolder()
  const port = await freePort()
  const settings = { shared_buffers: '32MB', max_connections: '60' }
  const server = await ownServer(() => startPostgres({ home, port, settings }))
  await migrate(server.url)
  return server
}

export async function ownRedis(): Promise<OwnServer> {
  const dir = await ownFolder()
  const port = await freePort()
  return ownServer(() => startRedis({ dir, port }))
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-own-'))
  await chmod(folder, 0o711) // as root, Postgres runs as somebody else
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function ownServer(start: () => Promise<Running>): Promise<OwnServer> {
  let running: Running | undefined = await start()
  const signal = (name: NodeJS.Signals) => {
    if (running) process.kill(running.pid, name)
  }
  const stop = async () => {
    signal('SIGCONT')
    await running?.stop()
    running = undefined
  }
  onTestFinished(stop)
  return {
    url: running.url,
    stop,
    async start() {
      running = await start()
    },
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
  }
}
