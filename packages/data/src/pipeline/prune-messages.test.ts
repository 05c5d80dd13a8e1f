import { newId } from '@parley/contracts/ids'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { pruneSlice } from './prune-messages.ts'
import { storeMessages } from './store-messages.ts'

const database = useTestDatabase()
const day = 24 * 3_600_000
const ago = (days: number) => Date.now() - days * day
const before = new Date(ago(90))

async function pruneAll(conversations: number): Promise<{ messages: number; slices: number }> {
  let [after, messages, slices]: [string | null, number, number] = [null, 0, 0]
  do {
    const slice = await pruneSlice(database.db, { before, after, conversations })
    messages += slice.messages
    slices += 1
    after = slice.next
  } while (after !== null)
  return { messages, slices }
}

test('old messages go in slices, newer ones and the conversations stay, and counts are right', async () => {
  const account = newId()
  const people = Array.from({ length: 7 }, (_, n) => `person-${n}`)
  await storeMessages(
    database.db,
    people.flatMap((fromId) => [
      acceptedMessage(account, `${fromId}-old`, { fromId, acceptedAt: ago(91) }),
      acceptedMessage(account, `${fromId}-older`, { fromId, acceptedAt: ago(400) }),
      acceptedMessage(account, `${fromId}-new`, { fromId, acceptedAt: ago(89) }),
    ]),
  )
  expect(await pruneAll(3)).toEqual({ messages: 14, slices: 3 })
  expect(await pruneAll(100)).toEqual({ messages: 0, slices: 1 })
  const left = await database.db.prisma.message.findMany({ where: { accountId: account } })
  expect(left.map(({ sid }) => sid).sort()).toEqual(people.map((fromId) => `${fromId}-new`))
  const conversations = await database.db.prisma.conversation.findMany({ where: { accountId: account } })
  expect(conversations).toHaveLength(7)
  for (const each of conversations) expect(each).toMatchObject({ messageCount: 1, unreadCount: 1 })
})

test('what is still to be delivered stays; what was delivered goes with its deliveries', async () => {
  const account = newId()
  const [due, held, done] = ['due', 'held', 'done'].map((sid) =>
    acceptedMessage(account, sid, { acceptedAt: ago(100) }),
  ) as [ReturnType<typeof acceptedMessage>, ReturnType<typeof acceptedMessage>, ReturnType<typeof acceptedMessage>]
  await storeMessages(database.db, [due, held, done])
  const delivery = { accountId: account, endpointId: newId() }
  await database.db.prisma.delivery.createMany({
    data: [
      { ...delivery, id: newId(), messageId: due.id, dueAt: new Date() },
      { ...delivery, id: newId(), messageId: held.id, isHeld: true },
      { ...delivery, id: newId(), messageId: done.id, deliveredAt: new Date() },
    ],
  })
  expect(await pruneAll(10)).toMatchObject({ messages: 1 })
  expect(await database.db.prisma.message.count({ where: { accountId: account } })).toBe(2)
  expect(await database.db.prisma.delivery.count({ where: { accountId: account } })).toBe(2)
})

test('a pruned messageSid is not known any more: sent again it is stored again', async () => {
  const account = newId()
  await storeMessages(database.db, [acceptedMessage(account, 'again', { acceptedAt: ago(100) })])
  await pruneAll(10)
  const { storedIds } = await storeMessages(database.db, [acceptedMessage(account, 'again')])
  expect(storedIds).toHaveLength(1)
})
