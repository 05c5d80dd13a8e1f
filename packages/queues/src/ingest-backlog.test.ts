import { newId } from '@parley/contracts/ids'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { describeOnEachEngine } from '@parley/testing/engines'
import { expect, onTestFinished, test } from 'vitest'
import { storeMessages } from './catalog.ts'
import { ingestJobId, measureBacklog } from './ingest-backlog.ts'
import { openQueues } from './open-queues.ts'

describeOnEachEngine('the backlog', (engine) => {
  test('is told in messages, whatever their number in a job, and of each queue by itself', async () => {
    const queues = await openQueues({ url: engine.queueUrl })
    onTestFinished(() => queues.close())
    expect(await measureBacklog(queues, 'ingest')).toEqual({ jobs: 0, messages: 0 })
    const account = newId()
    const batch = (name: string, size: number) =>
      Array.from({ length: size }, (_, index) => acceptedMessage(account, `${name}-${index}`))
    for (const size of [1, 30, 2]) {
      const messages = batch(`of-${size}`, size)
      await queues.enqueue(storeMessages, { messages }, { jobId: ingestJobId(size) })
    }
    await queues.enqueue(storeMessages, { messages: batch('later', 7) }, { jobId: ingestJobId(7), delay: 60_000 })
    expect(await measureBacklog(queues, 'ingest')).toEqual({ jobs: 4, messages: 40 })
    expect(await measureBacklog(queues, 'ingest-bulk')).toEqual({ jobs: 0, messages: 0 })
  })
})
