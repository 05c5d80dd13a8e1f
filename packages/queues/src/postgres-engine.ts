import {
  createPostgresBackend,
  createPostgresRelayBackend,
  type PgPool,
  type Queue,
  Relay,
  runMigrations,
  type Worker,
  withBackend,
} from 'bullmq'
import pg from 'pg'
import type { Engine, EngineOptions } from './engine.ts'

const schema = 'bullmq' // BullMQ's own default, which a ready-made pool cannot change

/** The engine of one machine: no Redis to install. It uses LISTEN, so it needs direct connections to Postgres. */
export async function openPostgresEngine({ url, telemetry }: EngineOptions): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20, // each worker keeps one for LISTEN
    application_name: 'parley-queue',
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000, // a connection that swallows what is sent is given up and made anew
    keepAlive: true,
  })
  // A connection that breaks fails the query it is at or the next one; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrateQueues(pool)

  const bull = withBackend(createPostgresBackend)
  const common = {
    connection: pool as unknown as PgPool, // the same but for the overloads of `on`
    ...(telemetry && { telemetry }),
  }
  return {
    kind: 'postgres',
    // The classes differ from the Redis ones in their connection's type only, which nobody here asks for.
    newQueue: (name) => new bull.Queue(name, common) as unknown as Queue,
    newWorker: (name, process, tuning) =>
      new bull.Worker(name, process, { ...common, autorun: false, ...tuning }) as unknown as Worker,
    newRelay: () =>
      new Relay({
        connection: common.connection,
        namespace: 'live',
        backend: createPostgresRelayBackend,
      }) as unknown as Relay,
    async fault() {
      return pool.query('select 1').then(
        () => undefined,
        (error: Error) => `Postgres, which holds the queue, does not answer: ${error.message}`,
      )
    },
    close: () => pool.end(),
  }
}

async function migrateQueues(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    client.release()
  }
}
