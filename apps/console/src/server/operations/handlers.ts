import { ParleyError } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import type { operationsApi, QueueState } from '@parley/contracts/session/operations'
import { listDeadLetters } from '@parley/data/pipeline/dead-letters'
import { queueNames } from '@parley/queues/catalog'
import type { QueueName } from '@parley/queues/define-job'
import type { Queues } from '@parley/queues/open-queues'
import { requeueDeadLetters } from '@parley/runtime/requeue-dead-letters'
import type { Queue } from 'bullmq'
import type { Handlers } from '../endpoints.ts'

const shownJobs = 100

function find(queues: Queues, name: string): Queue {
  const known = queueNames.find((each): each is QueueName => each === name)
  if (!known) throw new ParleyError('NOT_FOUND', 'There is no such queue.')
  return queues.queue(known)
}

/** Workers count what they complete by the minute; the last whole one is told. */
async function doneInLastMinute(queue: Queue): Promise<number | null> {
  const { data, meta } = await queue.getMetrics('completed', 0, 0)
  const isFresh = meta.prevTS > 0 && Date.now() - meta.prevTS < 2 * 60_000
  return meta.prevTS === 0 ? null : isFresh ? Number(data[0] ?? 0) : 0
}

async function look(queue: Queue): Promise<QueueState> {
  const [counts, [oldest], workers, doneLastMinute] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'prioritized'),
    queue.getWaiting(0, 0),
    queue.getWorkersCount().catch(() => 0),
    doneInLastMinute(queue),
  ])
  const { waiting = 0, active = 0, delayed = 0, failed = 0, prioritized = 0 } = counts
  const oldestWaitS = oldest ? Math.max(0, Math.round((Date.now() - oldest.timestamp) / 1_000)) : null
  return {
    ...{ name: queue.name, waiting: waiting + prioritized, active, delayed, failed },
    oldestWaitS,
    workers,
    doneLastMinute,
  }
}

export const operationsHandlers: Handlers<typeof operationsApi> = {
  'GET /operations/queues': ({ queues }) => Promise.all(queueNames.map((name) => look(queues.queue(name)))),
  'GET /operations/queues/:queue/failed': async ({ queues, params }) => {
    const jobs = await find(queues, params.queue).getFailed(0, shownJobs - 1)
    return jobs.map((job) => ({
      id: job.id ?? '',
      name: job.name,
      reason: job.failedReason ?? 'unknown',
      attempts: job.attemptsMade,
      failedAt: job.finishedOn ? new Date(job.finishedOn).toISOString() : null,
    }))
  },
  'POST /operations/queues/:queue/retry': async ({ queues, params, body }) => {
    const queue = find(queues, params.queue)
    if (body.job !== undefined) {
      const job = await queue.getJob(body.job)
      if (!job) throw new ParleyError('NOT_FOUND', 'There is no such job any more.')
      await job.retry('failed')
      return { retried: 1 }
    }
    const retried = await queue.getFailedCount()
    await queue.retryJobs({ state: 'failed' })
    return { retried }
  },

  'GET /operations/dead-letters': async ({ db }) => {
    const letters = await listDeadLetters(db, { limit: shownJobs })
    return letters.map(({ id, accountId, message, reason, createdAt }) => ({
      id: showId('message', id),
      accountId: showId('account', accountId),
      sid: message.sid,
      reason,
      since: createdAt.toISOString(),
    }))
  },
  'POST /operations/dead-letters/requeue': async ({ db, queues, body }) => {
    const requeued = await requeueDeadLetters(db, queues, body.id)
    if (body.id && requeued === 0) throw new ParleyError('NOT_FOUND', 'There is no such dead letter any more.')
    return { requeued }
  },
}
