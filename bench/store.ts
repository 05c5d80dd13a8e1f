// Storing: one ingest worker beside the bare SQL statement in a loop, and beside a worker with one job and one Prisma
// transaction per message.
import { setTimeout as delay } from 'node:timers/promises'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { storeMessages as storeJob } from '@parley/queues/catalog'
import { ingestJobId, measureBacklog } from '@parley/queues/ingest-backlog'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { acceptedBatch } from './lib/bodies.ts'
import { readOptions } from './lib/options.ts'
import { type BenchProcess, cpuSeconds, cpuSecondsOfTree, startApp, startServer } from './lib/processes.ts'
import { type Stack, withStack } from './lib/stack.ts'
import { printMachine, printTable } from './lib/table.ts'

const options = readOptions({ messages: 200_000, single: 10_000, batch: 500, concurrency: 2, rounds: 2 })

type Measured = { perSecond: number; postgresUs: number; workerUs: number }

async function timed(stack: Stack, messages: number, run: () => Promise<void>, workerPid?: number): Promise<Measured> {
  const [at, postgres, worker] = [
    performance.now(),
    cpuSecondsOfTree(stack.postgresPid),
    workerPid && cpuSeconds(workerPid),
  ]
  await run()
  const seconds = (performance.now() - at) / 1_000
  return {
    perSecond: messages / seconds,
    postgresUs: ((cpuSecondsOfTree(stack.postgresPid) - postgres) * 1e6) / messages,
    workerUs: workerPid && worker !== undefined ? ((cpuSeconds(workerPid) - worker) * 1e6) / messages : Number.NaN,
  }
}

async function bareStatement(stack: Stack, accountId: string): Promise<Measured> {
  const batches = Array.from({ length: Math.ceil(options.messages / options.batch) }, () =>
    acceptedBatch(accountId, options.batch),
  )
  return timed(stack, batches.length * options.batch, async () => {
    const loop = async () => {
      for (let next = batches.pop(); next; next = batches.pop()) await storeMessages(stack.db, next)
    }
    await Promise.all(Array.from({ length: options.concurrency }, loop))
  })
}

/** All messages wait in the queue before the worker may begin. */
async function throughQueue(
  stack: Stack,
  queues: Queues,
  accountId: string,
  load: { messages: number; perJob: number; start(): Promise<BenchProcess> },
): Promise<Measured> {
  await queues.queue('ingest').pause()
  const jobs = Math.ceil(load.messages / load.perJob)
  for (let from = 0; from < jobs; from += 100) {
    const group = Array.from({ length: Math.min(100, jobs - from) }, () => acceptedBatch(accountId, load.perJob))
    await Promise.all(
      group.map((messages) => queues.enqueue(storeJob, { messages }, { jobId: ingestJobId(messages.length) })),
    )
  }
  const worker = await load.start()
  const measured = await timed(
    stack,
    jobs * load.perJob,
    async () => {
      await queues.queue('ingest').resume()
      while ((await measureBacklog(queues, 'ingest')).jobs > 0) await delay(20)
    },
    worker.pid,
  )
  await worker.stop()
  return measured
}

printMachine()
await withStack(async (stack) => {
  const { id } = await stack.addAccount('store')
  const queues = await openQueues({ url: stack.redisUrl })
  const variants: Record<string, () => Promise<Measured>> = {
    'bare statement in a loop': () => bareStatement(stack, id),
    'one ingest worker': () =>
      throughQueue(stack, queues, id, {
        messages: options.messages,
        perJob: options.batch,
        start: () => startApp('ingest-worker', { ...stack.env, INGEST_CONCURRENCY: String(options.concurrency) }),
      }),
    'one job and one Prisma transaction per message': () =>
      throughQueue(stack, queues, id, {
        messages: options.single,
        perJob: 1,
        start: () => startServer('one-by-one-worker', {}, [stack.databaseUrl, stack.redisUrl]),
      }),
  }
  const best = new Map<string, Measured>()
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [name, run] of Object.entries(variants)) {
      const measured = await run()
      if (measured.perSecond > (best.get(name)?.perSecond ?? 0)) best.set(name, measured)
    }
  }
  await queues.close()
  const worker = best.get('one ingest worker')?.perSecond ?? 0
  printTable(
    `Storing, batches of ${options.batch}, ${options.concurrency} at once, best of ${options.rounds}`,
    [...best].map(([what, { perSecond, postgresUs, workerUs }]) => ({
      what,
      'messages/s': perSecond,
      'Postgres CPU µs/message': postgresUs,
      'worker CPU µs/message': Number.isNaN(workerUs) ? '' : workerUs,
      'ingest worker ÷ this': worker / perSecond,
    })),
  )
})
