import { externalContactId, newId } from '@parley/contracts/ids'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { storeMessages } from './store-messages.ts'

const database = useTestDatabase()

const accepted = (accountId: string, fromId: string, sid: string, more: Partial<AcceptedMessage> = {}) =>
  acceptedMessage(accountId, sid, { ...more, fromId })

const conversationOf = (accountId: string, fromId: string) =>
  database.db.prisma.conversation.findUniqueOrThrow({ where: { id: externalContactId(accountId, fromId) } })
const contactOf = (accountId: string, fromId: string) =>
  database.db.prisma.contact.findUniqueOrThrow({ where: { id: externalContactId(accountId, fromId) } })

test('a batch that runs again touches nothing', async () => {
  const account = newId()
  const batch = [accepted(account, 'ann', '1'), accepted(account, 'ann', '2'), accepted(account, 'bob', '3')]
  expect((await storeMessages(database.db, batch)).storedIds).toHaveLength(3)
  const before = await conversationOf(account, 'ann')
  expect(before).toMatchObject({ messageCount: 2, unreadCount: 2, turnNo: 2, answeredNo: 0 })
  expect((await storeMessages(database.db, batch)).storedIds).toEqual([])
  expect(await conversationOf(account, 'ann')).toEqual(before)
})

test('the first content of a message wins, also within one batch', async () => {
  const account = newId()
  const first = accepted(account, 'ann', 'same', { body: 'first', acceptedAt: 1_000 })
  const second = accepted(account, 'eve', 'same', { body: 'second', acceptedAt: 2_000 })
  expect((await storeMessages(database.db, [second, first])).storedIds).toEqual([first.id])
  expect(await database.db.prisma.message.findUnique({ where: { id: first.id } })).toMatchObject({ body: 'first' })
  expect(await conversationOf(account, 'ann')).toMatchObject({ messageCount: 1 })
  expect(await database.db.prisma.conversation.count({ where: { accountId: account } })).toBe(1)
  expect(await database.db.prisma.contact.count({ where: { accountId: account } })).toBe(1)
})

test('names fill what is empty and never overwrite', async () => {
  const account = newId()
  await storeMessages(database.db, [accepted(account, 'ann', '1', { firstName: 'Ann' })])
  await storeMessages(database.db, [accepted(account, 'ann', '2', { firstName: 'Eve', lastName: 'Lee' })])
  expect(await contactOf(account, 'ann')).toMatchObject({ firstName: 'Ann', lastName: 'Lee', externalId: 'ann' })
})

test('a conversation shows its newest message by acceptance, also when an older one is stored later', async () => {
  const account = newId()
  await storeMessages(database.db, [accepted(account, 'ann', '2', { acceptedAt: 2_000, channel: 'chat' })])
  await storeMessages(database.db, [accepted(account, 'ann', '1', { acceptedAt: 1_000, channel: 'mail' })])
  expect(await conversationOf(account, 'ann')).toMatchObject({
    lastPreview: 'body of 2',
    channel: 'chat',
    lastMessageAt: new Date(2_000),
  })
})

test('a reaction is stored and asks for no turn', async () => {
  const account = newId()
  await storeMessages(database.db, [accepted(account, 'ann', '1', { kind: 'reaction', body: '👍' })])
  expect(await conversationOf(account, 'ann')).toMatchObject({ messageCount: 1, turnNo: 0, turnDueAt: null })
})

test('each message pushes the turn out, at most four quiet times in all', async () => {
  const account = newId()
  await storeMessages(database.db, [accepted(account, 'ann', '1')])
  const first = await conversationOf(account, 'ann')
  expect(Number(first.turnDueAt) - Number(first.turnFirstAt)).toBe(1_500)
  // As if the turn had been open for ten seconds.
  await database.db.pool.query(
    `update conversation set turn_first_at = now() - interval '10 s', turn_due_at = now() where id = $1`,
    [first.id],
  )
  await storeMessages(database.db, [accepted(account, 'ann', '2')])
  const later = await conversationOf(account, 'ann')
  expect(Number(later.turnDueAt) - Number(later.turnFirstAt)).toBe(6_000)
})

test('batches at the same time on the same conversations neither deadlock nor lose a count', async () => {
  const account = newId()
  const batches = Array.from({ length: 40 }, (_, batch) =>
    Array.from({ length: 25 }, (_, index) =>
      accepted(account, `person-${(index * 7 + batch) % 10}`, `${batch % 30}-${index}`),
    ).sort(() => Math.random() - 0.5),
  )
  const results = await Promise.all(batches.map((batch) => storeMessages(database.db, batch)))
  const stored = results.flatMap((result) => result.storedIds)
  expect(new Set(stored).size).toBe(stored.length)
  const conversations = await database.db.prisma.conversation.findMany({ where: { accountId: account } })
  const messages = await database.db.prisma.message.groupBy({
    by: ['conversationId'],
    where: { accountId: account },
    _count: true,
  })
  expect(conversations).toHaveLength(10)
  for (const { conversationId, _count } of messages) {
    const counted = conversations.find((each) => each.id === conversationId)
    expect(counted).toMatchObject({ messageCount: _count, turnNo: _count })
  }
  expect(stored).toHaveLength(30 * 25)
})
