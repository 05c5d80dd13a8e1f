// Bare Fastify that makes a job of each request, with nothing checked: what one `queue.add` costs a process.
import { createServer } from 'node:http'
import { storeMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import { openQueues } from '@parley/queues/open-queues'
import Fastify from 'fastify'
import { acceptedBatch } from '../lib/bodies.ts'

const [port, healthPort, redisUrl = ''] = process.argv.slice(2)
const queues = await openQueues({ url: redisUrl })
const messages = acceptedBatch(crypto.randomUUID(), 1)
const app = Fastify()
app.post('/v1/incoming_custom_channel_message', async () => {
  await queues.enqueue(storeMessages, { messages }, { jobId: ingestJobId(1) })
  return { success: true, messageId: 'msg_0123456789abcdef0123456789abcdef' }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
createServer((_request, response) => response.end('ready')).listen(Number(healthPort), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
