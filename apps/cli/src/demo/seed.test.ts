import { readId, showId } from '@parley/contracts/ids'
import { createAccount } from '@parley/data/accounts/create-account'
import { createContact } from '@parley/data/contacts/create-contact'
import { listConversations } from '@parley/data/conversations/list-conversations'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { readTraffic } from '@parley/data/stats/read-traffic'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, expect, test } from 'vitest'
import { parleyJson, runParley } from '../testing/run-parley.ts'

const database = useTestDatabase()
const env = { DATABASE_URL: database.url }
let accountId: string
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`
  accountId = (await createAccount(database.db, { kind: 'standard', email, name: 'Demo', actor: 'cli' })).id
})

const words = (contacts: number, messages: number) => {
  const flags = ['--account', showId('account', accountId), '--contacts', `${contacts}`, '--messages', `${messages}`]
  return ['demo', 'seed', ...flags]
}

const count = async (sql: string): Promise<number> => {
  const { rows } = await database.db.pool.query<{ count: number }>(`select count(*)::int as count ${sql}`, [accountId])
  return rows[0]?.count ?? 0
}

test('demo seed makes so many people and messages, whose conversations add up, and leaves nothing due', async () => {
  expect(await parleyJson(words(300, 4_000), env)).toEqual({
    id: showId('account', accountId),
    contactsAdded: 300,
    messagesAdded: 4_000,
  })
  expect(await count('from contact where account_id = $1')).toBe(300)
  expect(await count(`from message where account_id = $1 and accepted_at <= now()`)).toBe(4_000)
  const wrong = await count(`from conversation c join lateral (
      select count(*) as messages, count(*) filter (where direction = 'outgoing') as sent, max(sequence) as sequence,
        max(accepted_at) as last_at, min(accepted_at) as first_at
      from message where conversation_id = c.id
    ) said on true
    where account_id = $1 and (message_count <> messages or out_seq <> sent or coalesce(sequence, 0) <> sent
      or last_message_at <> last_at or created_at <> first_at)`)
  expect(wrong).toBe(0)
  expect(await count('from conversation where account_id = $1 and turn_due_at is not null')).toBe(0)
  expect(await count('from delivery where account_id = $1')).toBe(0)

  for (const filter of ['all', 'unread', 'needs_person', 'bot', 'mine', 'failed'] as const) {
    const { ownerId } = await database.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } })
    const { items } = await listConversations(database.db, accountId, {
      filter,
      search: '',
      userId: ownerId,
      limit: 10,
    })
    expect(items.length, filter).toBeGreaterThan(0)
  }
  const hours = await readTraffic(database.db, accountId, 24 * 200)
  expect(hours.reduce((sum, hour) => sum + hour.incoming + hour.bot + hour.person + hour.api, 0)).toBe(4_000)
})

test('demo seed run again changes nothing, and with more adds only the rest', async () => {
  await parleyJson(words(20, 100), env)
  expect(await parleyJson(words(20, 100), env)).toMatchObject({ contactsAdded: 0, messagesAdded: 0 })
  expect(await parleyJson(words(30, 150), env)).toMatchObject({ contactsAdded: 10 })
  expect(await count('from contact where account_id = $1')).toBe(30)
})

test('who writes under an invented person’s fromId is that person', async () => {
  await parleyJson(words(1, 5), env)
  await storeMessages(database.db, [acceptedMessage(accountId, 'new', { fromId: 'demo-1' })])
  expect(await count('from conversation where account_id = $1 and message_count = 6')).toBe(1)
})

test('demo seed refuses an account with real people, and what makes no sense', async () => {
  expect(await runParley(words(10, 5), env)).toMatchObject({ code: 2, stderr: expect.stringContaining('at least') })
  await createContact(database.db, accountId, { email: 'real@example.com' })
  const refused = await runParley(words(1, 1), env)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('contacts of its own') })
  accountId = readId('account', `acc_${'0'.repeat(32)}`) ?? ''
  expect(await runParley(words(1, 1), env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such account'),
  })
})
