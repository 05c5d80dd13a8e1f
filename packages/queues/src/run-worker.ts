import { type Job, UnrecoverableError, type Worker } from 'bullmq'
import { catalog } from './catalog.ts'
import type { JobDefinition, PayloadOf, QueueName } from './define-job.ts'
import type { Queues } from './open-queues.ts'

type CatalogJob = (typeof catalog)[number]

export type JobContext = {
  signal: AbortSignal
  jobId: string
  attempt: number
  /** How often a worker died on this job, or lost it. */
  deaths: number
  /** What an earlier run of this job left for the next by `saveNote`; for a job that may kill its worker. */
  note: unknown
  saveNote(note: object): Promise<void>
}

/** One handler for every job of the queue: a missing one is a type error, and refused at start as well. */
export type Handlers<Name extends QueueName> = {
  [JobName in Extract<CatalogJob, { queue: Name }>['name']]: (
    payload: PayloadOf<Extract<CatalogJob, { name: JobName }>>,
    context: JobContext,
  ) => Promise<void>
}

export type JobEvent = {
  queue: string
  job: string
  outcome: 'done' | 'failed'
  durationMs: number
  attempt: number
  error?: Error
}

export type WorkerOptions<Name extends QueueName> = {
  queue: Name
  handlers: Handlers<Name>
  concurrency: number
  onJob?: (event: JobEvent) => void
}

/** A job that died with its worker runs again, however often that happened: BullMQ's own default gives up at once. */
const neverGiveUp = 2 ** 31 - 1

export async function runWorker<Name extends QueueName>(queues: Queues, options: WorkerOptions<Name>): Promise<Worker> {
  const jobs = jobsWithHandlers(options.queue, Object.keys(options.handlers))
  const handlers = new Map(Object.entries(options.handlers)) as Map<
    string,
    (payload: unknown, context: JobContext) => Promise<void>
  >

  const worker = queues.engine.newWorker(
    options.queue,
    async (job) => {
      const startedAt = performance.now()
      const report = (outcome: JobEvent['outcome'], error?: Error) =>
        options.onJob?.({
          queue: options.queue,
          job: job.name,
          outcome,
          durationMs: performance.now() - startedAt,
          attempt: job.attemptsMade + 1,
          ...(error && { error }),
        })
      try {
        const definition = jobs.get(job.name)
        const handler = handlers.get(job.name)
        if (!definition || !handler) throw new UnrecoverableError(`No handler for job "${job.name}"`)
        await withTimeout(definition.timeoutMs, (signal) =>
          handler(parsePayload(definition, job), {
            signal,
            jobId: job.id ?? '',
            attempt: job.attemptsMade + 1,
            deaths: job.stalledCounter,
            note: job.progress,
            saveNote: (note) => job.updateProgress(note),
          }),
        )
        report('done')
      } catch (error) {
        report('failed', error as Error)
        throw error
      }
    },
    {
      concurrency: options.concurrency,
      lockDuration: queues.jobLockMs,
      stalledInterval: queues.jobLockMs / 2,
      maxStalledCount: neverGiveUp,
      runRetryDelay: 500,
      metrics: { maxDataPoints: 60 }, // an hour, by the minute, for the console
      settings: { backoffStrategy: (attemptsMade, _type, _error, job) => nextDelayMs(jobs, attemptsMade, job) },
    },
  )
  worker.on('error', () => {}) // a broken connection is mended by BullMQ; the engine's fault makes it visible
  await worker.waitUntilReady()
  worker.run().catch(() => {})
  return worker
}

function jobsWithHandlers(queue: QueueName, handled: string[]): Map<string, JobDefinition> {
  const jobs = new Map<string, JobDefinition>(
    catalog.filter((job) => job.queue === queue).map((job) => [job.name, job]),
  )
  const missing = [...jobs.keys()].filter((name) => !handled.includes(name))
  const unknown = handled.filter((name) => !jobs.has(name))
  if (missing.length > 0) throw new Error(`Queue "${queue}": no handler for ${missing.join(', ')}`)
  if (unknown.length > 0) throw new Error(`Queue "${queue}": handlers for unknown jobs ${unknown.join(', ')}`)
  return jobs
}

/** What was queued by older code is unknown until parsed. Trying a misshapen payload again cannot help. */
function parsePayload(definition: JobDefinition, job: Job): unknown {
  const parsed = definition.payload.safeParse(job.data)
  if (!parsed.success)
    throw new UnrecoverableError(`Payload of ${job.name} is not as the catalog says: ${parsed.error.message}`)
  return parsed.data
}

function nextDelayMs(jobs: Map<string, JobDefinition>, attemptsMade: number, job?: { name: string }): number {
  const delays = jobs.get(job?.name ?? '')?.retryDelaysMs ?? [1_000]
  return delays[Math.min(attemptsMade, delays.length) - 1] ?? 1_000
}

async function withTimeout(timeoutMs: number, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`Not done within ${timeoutMs} ms`)
      controller.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    await Promise.race([run(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
