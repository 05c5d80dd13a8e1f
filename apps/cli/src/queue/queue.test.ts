import { queueNames } from '@parley/queues/catalog'
import { openQueues } from '@parley/queues/open-queues'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { parleyJson } from '../testing/run-parley.ts'

describeOnEachEngine('parley queue', (engine) => {
  test('list counts the failed jobs of a queue, and retry puts them back', async () => {
    const env = { DATABASE_URL: engine.database.url, REDIS_URL: engine.redisUrl }
    const rowOf = async (name: string) =>
      (await parleyJson(['queue', 'list'], env)).find((row: { queue: string }) => row.queue === name)
    const [name = 'ingest'] = queueNames

    const queues = await openQueues({ url: engine.queueUrl })
    try {
      const queue = queues.queue(name)
      const worker = queues.engine.newWorker(name, () => Promise.reject(new Error('out of order')), { concurrency: 1 })
      const running = worker.run()
      await queue.add('any', {}, { attempts: 1 })
      await queue.add('any', {}, { attempts: 1 })
      await until(async () => (await queue.getFailedCount()) === 2)
      await worker.close()
      await running

      expect(await rowOf(name)).toEqual({ queue: name, waiting: 0, active: 0, delayed: 0, failed: 2 })
      expect(await parleyJson(['queue', 'retry', '--queue', name], env)).toEqual({ queue: name, retried: 2 })
      expect(await rowOf(name)).toEqual({ queue: name, waiting: 2, active: 0, delayed: 0, failed: 0 })
    } finally {
      await queues.close()
    }
  })
})
