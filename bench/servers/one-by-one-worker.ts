// What most would write first: a job for each message, and a Prisma transaction for each job.
import { createServer } from 'node:http'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { connectDb } from '@parley/data/db'
import { openQueues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'

const [, healthPort, databaseUrl = '', redisUrl = ''] = process.argv.slice(2)
const db = connectDb(databaseUrl, { max: 16 })
const queues = await openQueues({ url: redisUrl })
await runWorker(queues, {
  queue: 'ingest',
  concurrency: 16,
  handlers: {
    'messages.store': async ({ messages }) => {
      for (const message of messages) await storeOne(message)
    },
  },
})
createServer((_request, response) => response.end('ready')).listen(Number(healthPort), '127.0.0.1')
process.on('SIGTERM', () => process.exit())

async function storeOne(message: AcceptedMessage): Promise<void> {
  const { id, accountId, contactId, fromId, firstName, body, kind, status, sid, toId, requestId } = message
  const [channel, acceptedAt] = [message.channel ?? 'custom', new Date(message.acceptedAt)]
  await db.prisma.$transaction(async (tx) => {
    if (await tx.message.findUnique({ where: { id }, select: { id: true } })) return
    await tx.contact.upsert({
      where: { id: contactId },
      create: { id: contactId, accountId, externalId: fromId, firstName: firstName ?? null },
      update: {},
    })
    await tx.conversation.upsert({
      where: { id: contactId },
      create: {
        id: contactId,
        accountId,
        channel,
        lastMessageAt: acceptedAt,
        lastPreview: body,
        messageCount: 1,
        turnNo: 1,
      },
      update: {
        channel,
        lastMessageAt: acceptedAt,
        lastPreview: body,
        messageCount: { increment: 1 },
        turnNo: { increment: 1 },
      },
    })
    await tx.message.create({
      data: {
        id,
        accountId,
        conversationId: contactId,
        direction: 'incoming',
        kind,
        body,
        status,
        channel,
        sid,
        toId,
        requestId,
        acceptedAt,
      },
    })
  })
}
