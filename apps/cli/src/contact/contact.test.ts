import { showId } from '@parley/contracts/ids'
import { createAccount } from '@parley/data/accounts/create-account'
import { sendMessage } from '@parley/data/outgoing/send-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { parleyJson, runParley } from '../testing/run-parley.ts'

const database = useTestDatabase()

test('contact export gives all that is kept of a person, and contact erase leaves nothing of it', async () => {
  const env = { DATABASE_URL: database.url }
  const { id: accountId } = await createAccount(database.db, { kind: 'standard', email: 'a@example.com', actor: 'cli' })
  const send = { fromId: 'user-1', customChannel: 'chat', body: 'Hello', email: 'ada@example.com' }
  const { contactId: uuid } = await sendMessage(database.db, accountId, send)
  const contactId = showId('contact', uuid)

  const { stdout } = await runParley(['contact', 'export', contactId], env)
  expect(JSON.parse(stdout)).toMatchObject({
    contact: { id: contactId, externalId: 'user-1', email: 'ada@example.com', lists: [] },
    conversation: { channel: 'chat' },
    messages: [{ body: 'Hello', status: 'Failed' }],
    turns: [],
    deliveries: [],
  })
  expect(await parleyJson(['contact', 'erase', contactId], env)).toEqual({ contactId, messagesErased: 1 })
  expect(await database.db.prisma.message.count()).toBe(0)
  expect((await runParley(['contact', 'export', contactId], env)).stderr).toContain('no such contact')
})
