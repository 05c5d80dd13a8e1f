import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@parley/contracts/ids'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import type { Worker } from 'bullmq'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { drainEndpoint, takeTurn } from './catalog.ts'
import { openQueues, type Queues } from './open-queues.ts'
import { type Handlers, runWorker } from './run-worker.ts'

describeOnEachEngine('a worker', (engine) => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close()
  })

  const connect = async (): Promise<Queues> => {
    const queues = await openQueues({ url: engine.queueUrl, jobLockMs: 1_000 })
    open.push(queues)
    return queues
  }
  const workTurns = async (queues: Queues, handler: Handlers<'bot-reply'>['turn.take']): Promise<Worker> => {
    const worker = await runWorker(queues, { queue: 'bot-reply', concurrency: 2, handlers: { 'turn.take': handler } })
    open.push(worker)
    return worker
  }

  test('gets the payload as it was enqueued, parsed', async () => {
    const queues = await connect()
    const conversationId = newId()
    const seen: string[] = []
    await workTurns(queues, async (payload) => void seen.push(payload.conversationId))
    await queues.enqueue(takeTurn, { conversationId })
    await until(() => seen.length === 1)
    expect(seen).toEqual([conversationId])
  })

  test('runs a job that failed again, by the waits of the catalog', async () => {
    const queues = await connect()
    const attempts: number[] = []
    await workTurns(queues, async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (attempt === 1) throw new Error('not yet')
    })
    await queues.enqueue(takeTurn, { conversationId: newId() })
    await until(() => attempts.length === 2)
    expect(attempts).toEqual([1, 2])
  })

  test('lays a payload that is not as the catalog says with the failed ones, and goes on', async () => {
    const queues = await connect()
    const seen: string[] = []
    await workTurns(queues, async (payload) => void seen.push(payload.conversationId))
    await queues.queue('bot-reply').add('turn.take', { conversationId: 'not an id' }, { attempts: 5 })
    const good = newId()
    await queues.enqueue(takeTurn, { conversationId: good })
    await until(() => seen.length === 1)
    const [failed] = await until(async () => {
      const jobs = await queues.queue('bot-reply').getFailed()
      return jobs.length > 0 && jobs
    })
    expect(failed?.failedReason).toContain('not as the catalog says')
    expect(seen).toEqual([good])
  })

  test('finishes what it has begun before it closes', async () => {
    const queues = await connect()
    const started = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let ended = false
    const worker = await workTurns(queues, async () => {
      started.resolve()
      await mayEnd.promise
      ended = true
    })
    await queues.enqueue(takeTurn, { conversationId: newId() })
    await started.promise
    const closed = worker.close()
    mayEnd.resolve()
    await closed
    expect(ended).toBe(true)
  })

  test('takes up a job that died with its worker twice, which BullMQ by itself would fail', async () => {
    const queues = await connect()
    await queues.enqueue(drainEndpoint, { endpointId: newId() })
    for (let kill = 0; kill < 2; kill += 1) {
      const doomed = fork(fileURLToPath(new URL('testing/hang-on-jobs.ts', import.meta.url)), [engine.queueUrl])
      onTestFinished(() => void doomed.kill('SIGKILL'))
      await once(doomed, 'message')
      doomed.kill('SIGKILL')
      await once(doomed, 'exit')
    }
    const done: string[] = []
    const worker = await runWorker(queues, {
      queue: 'webhook-delivery',
      concurrency: 1,
      handlers: { 'endpoint.drain': async ({ endpointId }) => void done.push(endpointId) },
    })
    open.push(worker)
    await until(() => done.length === 1, { what: 'the third run of the job' })
    expect(await queues.queue('webhook-delivery').getFailedCount()).toBe(0)
  })

  test('is refused when a job of its queue has no handler, or a handler no job', async () => {
    const queues = await connect()
    const run = (handlers: object) =>
      runWorker(queues, { queue: 'ingest', concurrency: 1, handlers: handlers as Handlers<'ingest'> })
    await expect(run({})).rejects.toThrow('no handler for messages.store')
    await expect(run({ 'messages.store': async () => {}, 'messages.eat': async () => {} })).rejects.toThrow(
      'unknown jobs messages.eat',
    )
  })
})
