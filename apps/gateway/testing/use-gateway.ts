import type { StoreMessages } from '@parley/contracts/jobs'
import type { Db } from '@parley/data/db'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import type { Queues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'
import type { TestDatabase } from '@parley/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import { addAccount, type NewAccount, type TestAccount } from './add-account.ts'
import type { Ask } from './ask.ts'
import { runCreditsWorker } from './run-credits-worker.ts'
import { type GatewayOptions, type StartedGateway, startGateway } from './start-gateway.ts'

export type TestGateway = Pick<StartedGateway, 'origin' | 'queues'> & {
  ask: Ask
  newAccount(options?: NewAccount): Promise<TestAccount>
}

type Options = Omit<GatewayOptions, 'db' | 'databaseUrl'> & {
  /** Store what is accepted and make the grants that are asked for. */
  workers?: boolean
}

/** A gateway for the tests of the file or `describe` that calls this. */
export function useGateway(database: TestDatabase, options: Options = {}): TestGateway {
  let running: StartedGateway | undefined
  let stopWorkers = async () => {}

  beforeAll(async () => {
    const { db } = database
    running = await startGateway({ ...options, db, databaseUrl: database.url })
    if (options.workers) stopWorkers = await startWorkers(db, running.queues)
  })
  afterAll(async () => {
    await stopWorkers()
    await running?.close()
  })

  const started = () => {
    if (!running) throw new Error('The gateway is there in tests and hooks, not while they are being declared.')
    return running
  }
  return {
    get origin() {
      return started().origin
    },
    get queues() {
      return started().queues
    },
    ask: (what, more) => started().ask(what, more),
    newAccount: (more) => addAccount(database.db, more),
  }
}

async function startWorkers(db: Db, queues: Queues): Promise<() => Promise<void>> {
  const store = async ({ messages }: StoreMessages) => void (await storeMessages(db, messages))
  const ingest = { handlers: { 'messages.store': store }, concurrency: 1 }
  const workers = await Promise.all([
    runWorker(queues, { ...ingest, queue: 'ingest' }),
    runWorker(queues, { ...ingest, queue: 'ingest-bulk' }),
    runCreditsWorker(db, queues),
  ])
  return async () => void (await Promise.all(workers.map((worker) => worker.close())))
}
