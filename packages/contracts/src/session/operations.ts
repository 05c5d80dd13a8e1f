import { z } from 'zod'
import { answer, type SessionApi, ShownId } from './endpoint.ts'

export type QueueState = {
  name: string
  waiting: number
  active: number
  delayed: number
  failed: number
  /** Of the job that has waited longest. */
  oldestWaitS: number | null
  workers: number
  /** Null where the engine keeps no count. */
  doneLastMinute: number | null
}

export type FailedJob = { id: string; name: string; reason: string; attempts: number; failedAt: string | null }

/** A message that Postgres would not take. */
export type DeadLetter = { id: string; accountId: string; sid: string; reason: string; since: string }

const queue = z.object({ queue: z.string().regex(/^[a-z-]{1,40}$/) })

export const operationsApi = {
  'GET /operations/queues': { access: 'operator', answer: answer<QueueState[]>() },
  'GET /operations/queues/:queue/failed': { access: 'operator', params: queue, answer: answer<FailedJob[]>() },
  'POST /operations/queues/:queue/retry': {
    access: 'operator',
    params: queue,
    body: z.object({ job: z.string().max(200).optional() }),
    answer: answer<{ retried: number }>(),
  },
  /** The oldest ones. */
  'GET /operations/dead-letters': { access: 'operator', answer: answer<DeadLetter[]>() },
  /** One, or all that there are now. */
  'POST /operations/dead-letters/requeue': {
    access: 'operator',
    body: z.object({ id: ShownId('message').optional() }),
    answer: answer<{ requeued: number }>(),
  },
} as const satisfies SessionApi
