import { randomUUID } from 'node:crypto'
import type { QueueName } from './define-job.ts'
import type { Queues } from './open-queues.ts'

export type IngestQueue = Extract<QueueName, 'ingest' | 'ingest-bulk'>

export const ingestQueues: readonly IngestQueue[] = ['ingest', 'ingest-bulk']

/** How many jobs of each end of the queue are looked at for the number of messages that a job holds. */
const sampled = 50

/** The id of a job tells how many messages it holds, so that a backlog is measured without reading it. */
export const ingestJobId = (messages: number): string => `${messages}_${randomUUID()}`

const messagesOf = (jobId: string): number => Number.parseInt(jobId, 10) || 1

export type Backlog = { jobs: number; messages: number }

/** Messages that were accepted and are not stored. An estimate when there are many jobs; a look costs the same always. */
export async function measureBacklog(queues: Queues, name: IngestQueue): Promise<Backlog> {
  const queue = queues.queue(name)
  const [counts, oldest, newest] = await Promise.all([
    queue.getJobCounts('wait', 'active', 'delayed'),
    queue.getRanges(['wait', 'active', 'delayed'], 0, sampled - 1, true),
    queue.getRanges(['wait'], 0, sampled - 1, false),
  ])
  const jobs = (counts.wait ?? 0) + (counts.active ?? 0) + (counts.delayed ?? 0)
  const ids = new Set([...oldest, ...newest])
  if (jobs === 0 || ids.size === 0) return { jobs, messages: jobs }
  const mean = [...ids].reduce((sum, id) => sum + messagesOf(id), 0) / ids.size
  return { jobs, messages: Math.round(jobs * mean) }
}

/** When the oldest message that is not stored yet was accepted; null when all are stored. */
export async function oldestAccepted(queues: Queues): Promise<Date | null> {
  const jobs = await Promise.all(
    ingestQueues.flatMap((name) =>
      (['wait', 'active', 'delayed', 'failed'] as const).map((state) =>
        queues.queue(name).getJobs([state], 0, 0, true),
      ),
    ),
  )
  const times = jobs.flat().map((job) => job.timestamp)
  return times.length === 0 ? null : new Date(Math.min(...times))
}
