import { newId, showId } from '@parley/contracts/ids'
import { setAside } from '@parley/data/pipeline/dead-letters'
import { openQueues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { describeOnEachEngine } from '@parley/testing/engines'
import { expect, onTestFinished, test } from 'vitest'
import { parleyJson, runParley } from '../testing/run-parley.ts'

describeOnEachEngine('dead letters', (engine) => {
  test('are listed with their reason, and go back into the queue, one or all', async () => {
    const env = { DATABASE_URL: engine.database.url, REDIS_URL: engine.redisUrl }
    const account = newId()
    const messages = ['first', 'second', 'third'].map((sid) => acceptedMessage(account, sid))
    for (const message of messages) await setAside(engine.database.db, message, `reason of ${message.sid}`)
    const [first] = messages
    // Those of one millisecond may stand in any order.
    const listed: { sid: string }[] = await parleyJson(['queue', 'dead'], env)
    expect(listed.toSorted((a, b) => a.sid.localeCompare(b.sid))).toMatchObject([
      { sid: 'first', reason: 'reason of first', account: showId('account', account) },
      { sid: 'second' },
      { sid: 'third' },
    ])

    const shown = showId('message', first?.id ?? '')
    expect(await parleyJson(['queue', 'requeue', shown], env)).toEqual({ requeued: 1 })
    expect(await runParley(['queue', 'requeue', shown], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no such dead letter'),
    })
    expect(await parleyJson(['queue', 'requeue'], env)).toEqual({ requeued: 2 })
    expect(await parleyJson(['queue', 'dead'], env)).toEqual([])

    const queues = await openQueues({ url: engine.queueUrl })
    onTestFinished(() => queues.close())
    const jobs = await queues.queue('ingest-bulk').getWaiting()
    expect(jobs.flatMap((job) => job.data.messages)).toEqual(expect.arrayContaining(messages))
    expect(jobs).toHaveLength(3)
  })
})
