import type { JobsOptions, Queue, Relay } from 'bullmq'
import type { JobDefinition, QueueName } from './define-job.ts'
import { type Engine, type EngineOptions, openEngine } from './engine.ts'

/** BullMQ wants a number; this many tries are more than time allows. */
const noLastTry = 2 ** 31 - 1

export type EnqueueOptions = Pick<JobsOptions, 'jobId' | 'delay' | 'deduplication'>

export type Queues = {
  engine: Engine
  jobLockMs: number
  queue(name: QueueName): Queue
  /** One for the process, opened when it is first asked for. */
  relay(): Promise<Relay>
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

  let relay: Promise<Relay> | undefined
  const openRelay = async () => {
    const made = engine.newRelay()
    made.on('error', () => {}) // mended by itself; what was missed is told by `recovered`
    await made.waitUntilReady()
    return made
  }

  return {
    engine,
    jobLockMs: options.jobLockMs ?? 10_000,
    queue,
    relay() {
      relay ??= openRelay().catch((error: unknown) => {
        relay = undefined
        throw error
      })
      return relay
    },
    async enqueue(job, payload, enqueueOptions = {}) {
      await queue(job.queue).add(job.name, job.payload.parse(payload), { ...patienceOf(job), ...enqueueOptions })
    },
    async close() {
      const relays = relay ? [await relay.catch(() => undefined)] : []
      await Promise.allSettled([...open.values(), ...relays].map((each) => each?.close()))
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
