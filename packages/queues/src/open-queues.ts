import type { JobsOptions, Queue } from 'bullmq'
import type { JobDefinition, QueueName } from './define-job.ts'
import { type Engine, type EngineOptions, openEngine } from './engine.ts'

/** BullMQ wants a number; this many tries are more than time allows. */
const noLastTry = 2 ** 31 - 1

export type EnqueueOptions = Pick<JobsOptions, 'jobId' | 'delay' | 'deduplication'>

export type Queues = {
  engine: Engine
  jobLockMs: number
  queue(name: QueueName): Queue
  /** Resolves when the engine has taken the job durably. */
  enqueue<Payload>(job: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>
  close(): Promise<void>
}

export type QueueOptions = EngineOptions & {
  /** A job whose worker has not been heard of for so long is taken up by another. */
  jobLockMs?: number
}

export async function openQueues(options: QueueOptions): Promise<Queues> {
  const engine = await openEngine(options)
  const open = new Map<QueueName, Queue>()

  const queue = (name: QueueName): Queue => {
    const known = open.get(name)
    if (known) return known
    const made = engine.newQueue(name)
    made.on('error', () => {}) // told by `enqueue` and by the engine's fault
    open.set(name, made)
    // On Postgres a queue that was made while the server is away stays useless: the next one to ask makes another.
    made.waitUntilReady().catch(() => {
      open.delete(name)
      made.close().catch(() => {})
    })
    return made
  }

  return {
    engine,
    jobLockMs: options.jobLockMs ?? 10_000,
    queue,
    async enqueue(job, payload, enqueueOptions = {}) {
      await queue(job.queue).add(job.name, job.payload.parse(payload), { ...patienceOf(job), ...enqueueOptions })
    },
    async close() {
      await Promise.allSettled([...open.values()].map((each) => each.close()))
      await engine.close()
    },
  }
}

const patienceOf = (job: JobDefinition): JobsOptions => ({
  attempts: job.lastTry === 'never' ? noLastTry : job.retryDelaysMs.length + 1,
  backoff: { type: 'catalog' },
  removeOnComplete: true,
  removeOnFail: false,
})
