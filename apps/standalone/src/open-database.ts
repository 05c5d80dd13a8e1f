import { connectDb, type Db } from '@parley/data/db'
import { startPostgres } from '@parley/local-stack/start-postgres'
import { explainFault, StartupFault } from '@parley/service/startup-fault'

/** Our own Postgres. One that ends unasked is started again on the same port; apps reconnect by themselves. */
export async function keepPostgres(options: {
  home: string
  say(text: string): void
  onFailure(error: unknown): void
}): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const { home, say, onFailure } = options
  let server = await startPostgres({ home })
  const { url, port } = server
  let stopping = false

  const watch = async () => {
    for (;;) {
      await server.exited
      if (stopping) return
      say('Postgres ended unexpectedly; starting it again')
      server = await startPostgres({ home, port })
    }
  }
  watch().catch(onFailure)

  return {
    url,
    port,
    async stop() {
      stopping = true
      await server.stop()
    },
  }
}

/** Refuses a DATABASE_URL that leads nowhere, without repeating the password that it may hold. */
export async function openDatabase(url: string): Promise<Db> {
  const db = connectDb(url, { max: 2, name: 'parley-standalone' })
  try {
    await db.pool.query('select 1')
    return db
  } catch (error) {
    await db.close()
    const { hostname, port, pathname } = new URL(url)
    const reason = explainFault(error) ?? (error instanceof Error ? error.message : String(error))
    throw new StartupFault(`DATABASE_URL: ${hostname}:${port || 5432}${pathname} cannot be opened: ${reason}`)
  }
}
