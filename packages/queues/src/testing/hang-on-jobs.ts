// A worker that takes a job, says so, and never ends it: to be killed by the test that forked it.
import { openQueues } from '../open-queues.ts'
import { runWorker } from '../run-worker.ts'

const queues = await openQueues({ url: process.argv[2] ?? '', jobLockMs: 1_000 })
await runWorker(queues, {
  queue: 'webhook-delivery',
  concurrency: 1,
  handlers: {
    'endpoint.drain': async () => {
      process.send?.('taken')
      await new Promise(() => {})
    },
  },
})
process.on('disconnect', () => process.exit())
