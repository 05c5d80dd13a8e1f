import { externalContactId, newId } from '@parley/contracts/ids'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { sendMessage } from '../outgoing/send-message.ts'
import { storeMessages } from '../pipeline/store-messages.ts'
import { eraseContact } from './erase-contact.ts'

const database = useTestDatabase()

const send = { customChannel: 'chat', body: 'Hello' }

const receive = (accountId: string, fromId: string, mediaId?: string) =>
  storeMessages(database.db, [acceptedMessage(accountId, newId(), { fromId, mediaId })])

/** A conversation with everything that hangs on one. */
async function converse(accountId: string, fromId: string) {
  const { prisma } = database.db
  const contactId = externalContactId(accountId, fromId)
  const media = await prisma.media.create({
    data: { accountId, contentType: 'image/png', sizeBytes: 1, sha256: Buffer.alloc(32) },
  })
  await receive(accountId, fromId, media.id)
  const { messageId } = await sendMessage(database.db, accountId, { ...send, fromId })
  await prisma.turn.create({
    data: { conversationId: contactId, turnNo: 1, accountId, outcome: 'replied', reason: '', decidedAt: new Date() },
  })
  await prisma.deadLetter.create({ data: { id: newId(), accountId, payload: { contactId }, reason: 'too odd' } })
  return { contactId, messageId, mediaId: media.id }
}

async function countOf(accountId: string) {
  const { prisma } = database.db
  const where = { accountId }
  return {
    contacts: await prisma.contact.count({ where }),
    conversations: await prisma.conversation.count({ where }),
    messages: await prisma.message.count({ where }),
    turns: await prisma.turn.count({ where }),
    deliveries: await prisma.delivery.count({ where }),
    attempts: await prisma.deliveryAttempt.count({ where: { delivery: { accountId } } }),
    deadLetters: await prisma.deadLetter.count({ where }),
    media: await prisma.media.count({ where: { accountId, createdAt: { gt: new Date(0) } } }),
  }
}

test('everything of one person goes, of the others nothing, and their files are the first to be swept', async () => {
  const accountId = newId()
  await database.db.prisma.webhookEndpoint.create({
    data: { accountId, kind: 'reply', url: 'https://example.com', secretSealed: '' },
  })
  const gone = await converse(accountId, 'gone')
  await converse(accountId, 'stays')
  const attempt = { endpointId: newId(), number: 1, url: '', startedAt: new Date(), durationMs: 1 }
  await database.db.prisma.deliveryAttempt.create({ data: { ...attempt, deliveryId: gone.messageId } })
  const before = await countOf(accountId)
  expect(Object.values(before)).toEqual([2, 2, 4, 2, 2, 1, 2, 2])

  expect(await eraseContact(database.db, accountId, gone.contactId, 'cli')).toEqual({ messagesErased: 2 })
  expect(Object.values(await countOf(accountId))).toEqual([1, 1, 2, 1, 1, 0, 1, 1])
  const again = eraseContact(database.db, accountId, gone.contactId, 'cli')
  await expect(again).rejects.toMatchObject({ code: 'CONTACT_NOT_FOUND' })
})

test('messages that arrive during an erasure are either erased or wholly there', async () => {
  const accountId = newId()
  const fromId = 'busy'
  const { contactId } = await sendMessage(database.db, accountId, { ...send, fromId })
  const sends = Array.from({ length: 30 }, (_, at) =>
    at % 2 ? sendMessage(database.db, accountId, { ...send, fromId }) : receive(accountId, fromId),
  )
  await Promise.all([...sends, eraseContact(database.db, accountId, contactId, 'cli')])
  const messages = await database.db.prisma.message.count({ where: { accountId } })
  const [conversation] = await database.db.prisma.conversation.findMany({ where: { accountId } })
  expect(conversation?.messageCount ?? 0).toBe(messages)
  expect(await database.db.prisma.contact.count({ where: { accountId } })).toBe(messages > 0 ? 1 : 0)
})
