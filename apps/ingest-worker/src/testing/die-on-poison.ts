// A worker that is killed as soon as it stores a message whose body is `poison`, as one that the kernel ends would be.
import type { Db } from '@parley/data/db'
import { setAside } from '@parley/data/pipeline/dead-letters'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openQueues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'
import pg from 'pg'
import { storeBatch } from '../store-batch.ts'

const [databaseUrl = '', queueUrl = ''] = process.argv.slice(2)
// Without Prisma, which takes long to load: many of these are started.
const db = { pool: new pg.Pool({ connectionString: databaseUrl }) } as Db
const queues = await openQueues({ url: queueUrl, jobLockMs: 500 })
await runWorker(queues, {
  queue: 'ingest',
  concurrency: 1,
  handlers: {
    'messages.store': ({ messages }, context) =>
      storeBatch(
        {
          async store(batch) {
            if (batch.some(({ body }) => body === 'poison')) process.kill(process.pid, 'SIGKILL')
            await storeMessages(db, batch)
          },
          setAside: (message, reason) => setAside(db, message, reason),
        },
        messages,
        context,
      ),
  },
})
