import { describe, inject } from 'vitest'
import { type TestDatabase, useTestDatabase } from './test-database.ts'
import { useTestRedis } from './test-redis.ts'

export type TestEngine = {
  kind: 'postgres' | 'redis'
  database: TestDatabase
  /** What `openQueues` takes. */
  readonly queueUrl: string
  /** What a process finds in `REDIS_URL`; undefined on Postgres. */
  readonly redisUrl: string | undefined
}

/** Declares the same tests once for each engine that BullMQ runs on. */
export function describeOnEachEngine(name: string, declareTests: (engine: TestEngine) => void): void {
  describe(`${name} (queues in Postgres)`, () => {
    const database = useTestDatabase()
    declareTests({ kind: 'postgres', database, queueUrl: database.url, redisUrl: undefined })
  })
  describe.skipIf(inject('redisUrl') === null)(`${name} (queues in Redis)`, () => {
    const database = useTestDatabase()
    const redis = useTestRedis()
    declareTests({
      kind: 'redis',
      database,
      get queueUrl() {
        return redis.url
      },
      get redisUrl() {
        return redis.url
      },
    })
  })
}
