import { newId } from '@parley/contracts/ids'
import { ingestQueues } from '@parley/queues/ingest-backlog'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { describeOnEachEngine } from '@parley/testing/engines'
import { expect, onTestFinished, test } from 'vitest'
import { MessageIntake } from './accept-messages.ts'
import { BacklogWatch } from './watch-backlog.ts'

describeOnEachEngine('taking messages in', (engine) => {
  async function open(limit = 1_000_000) {
    const queues = await openQueues({ url: engine.queueUrl })
    onTestFinished(async () => {
      for (const name of ingestQueues) await queues.queue(name).obliterate({ force: true })
      await queues.close()
    })
    const backlog = new BacklogWatch(queues, limit)
    return {
      queues,
      backlog,
      intake: new MessageIntake({ queues, backlog, stashMedia: async (message) => message, deadlineMs: 60_000 }),
    }
  }
  const waitingIn = async (queues: Queues, name: (typeof ingestQueues)[number]) => {
    const jobs = await queues.queue(name).getWaiting()
    return jobs.flatMap((job) => job.data.messages as { sid: string; accountId: string }[])
  }

  test('what is accepted together is one job, and all of it is there when it is said to be', async () => {
    const { queues, intake } = await open()
    const account = newId()
    await Promise.all([1, 2, 3].map((n) => intake.accept(acceptedMessage(account, `sid-${n}`))))
    expect((await waitingIn(queues, 'ingest')).map(({ sid }) => sid).sort()).toEqual(['sid-1', 'sid-2', 'sid-3'])
    expect(await queues.queue('ingest').getWaitingCount()).toBe(1)
  })

  test('what an account sends beyond its share goes into the queue of the floods, and nobody else’s', async () => {
    const { queues, intake } = await open()
    const [flooder, other] = [newId(), newId()]
    const flood = Array.from({ length: 1_000 }, (_, n) => intake.accept(acceptedMessage(flooder, `flood-${n}`)))
    await Promise.all([...flood, intake.accept(acceptedMessage(other, 'small'))])
    const [normal, bulk] = [await waitingIn(queues, 'ingest'), await waitingIn(queues, 'ingest-bulk')]
    expect(normal.length + bulk.length).toBe(1_001)
    expect(bulk.length).toBeGreaterThan(700)
    expect(new Set(bulk.map(({ accountId }) => accountId))).toEqual(new Set([flooder]))
    expect(normal.map(({ sid }) => sid)).toContain('small')
  })

  test('over the limit a queue takes no more, says when to come back, and the other one goes on', async () => {
    const { queues, backlog, intake } = await open(500)
    const [flooder, other] = [newId(), newId()]
    const send = (account: string, count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, n) => intake.accept(acceptedMessage(account, `${count}-${n}`))),
      )
    await send(flooder, 800) // 200 within the share, 600 beyond it
    await backlog.look()
    const refused = (await send(flooder, 300)).find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterS: expect.any(Number) })
    expect(await send(other, 1)).toMatchObject([{ status: 'fulfilled' }])

    await queues.queue('ingest-bulk').drain()
    await backlog.look()
    expect((await send(flooder, 300)).every((each) => each.status === 'fulfilled')).toBe(true)
  })

  test('the time to come back follows from how fast the backlog shrinks', async () => {
    const { queues, backlog, intake } = await open(100)
    const account = newId()
    for (let batch = 0; batch < 30; batch += 1) {
      await intake
        .acceptTogether(Array.from({ length: 300 }, (_, n) => acceptedMessage(account, `${batch}-${n}`)))
        .catch(() => {})
    }
    await backlog.look()
    expect(backlog.retryAfterS('ingest-bulk')).toBe(60) // nothing has drained yet
    const [job] = await queues.queue('ingest-bulk').getWaiting(0, 0)
    await job?.remove()
    await backlog.look()
    expect(backlog.retryAfterS('ingest-bulk') ?? 1).toBeLessThan(60)
  })
})
