import { connectDb, type Db, type DbOptions } from '@parley/data/db'
import { pendingMigrations } from '@parley/data/migrations/migration-status'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import type { ServiceConfig, StoresConfig } from '@parley/service/common-config'
import type { Service } from '@parley/service/start-service'
import { BullMQOtel } from 'bullmq-otel'

export type Stores = { db: Db; queues: Queues }

/** Connects a process to Postgres and to the queue, says so in its readiness, and lets go of both when it stops. */
export async function openStores(
  service: Service,
  config: ServiceConfig & StoresConfig,
  options: Pick<DbOptions, 'queryTimeoutMs'> = {},
): Promise<Stores> {
  const db = connectDb(config.DATABASE_URL, { max: config.DATABASE_POOL, name: `parley-${service.name}`, ...options })
  service.onStop('database', db.close)
  service.addReadyCheck('database', async () => {
    const pending = await pendingMigrations(db.pool)
    return pending.length === 0 ? undefined : `${pending.length} migrations are missing: run "parley migrate"`
  })

  const queues = await openQueues({
    url: config.REDIS_URL ?? config.DATABASE_URL,
    acceptUnsafeRedis: config.ACCEPT_UNSAFE_REDIS,
    jobLockMs: config.JOB_LOCK_MS,
    telemetry: config.OTEL_EXPORTER_OTLP_ENDPOINT ? new BullMQOtel({ tracerName: service.name }) : undefined,
  })
  service.onStop('queues', queues.close)
  service.addReadyCheck('queue', queues.engine.fault)
  const fault = await queues.engine.fault()
  if (fault) service.log.warn(fault)
  return { db, queues }
}
