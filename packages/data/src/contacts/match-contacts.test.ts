import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { listConversations } from '../conversations/list-conversations.ts'
import { seedAccount } from '../demo/seed-account.ts'
import { listContacts } from './list-contacts.ts'
import { contactMatches } from './match-contacts.ts'

const database = useTestDatabase()
let accountId: string
let userId: string
beforeAll(async () => {
  const account = await createAccount(database.db, { kind: 'standard', email: 'ann@example.com', actor: 'cli' })
  ;({ id: accountId, userId } = account)
  await seedAccount(database.db, accountId, { contacts: 3_000, messages: 6_000 })
  const other = await createAccount(database.db, { kind: 'standard', email: 'bob@example.com', actor: 'cli' })
  await seedAccount(database.db, other.id, { contacts: 100, messages: 200 })
})

/** All pages of a search, by ids. */
async function searchConversations(search: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listConversations(database.db, accountId, { filter: 'all', search, userId, cursor, limit: 40 })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids
}

const allOf = async (condition: string): Promise<string[]> => {
  const { rows } = await database.db.pool.query<{ id: string }>(
    `select conversation.id from conversation join contact using (id)
     where conversation.account_id = $1 and (${condition}) order by last_message_at desc, conversation.id desc`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

test.for([
  [
    'a common letter',
    'e',
    `concat_ws(E'\\n', first_name || ' ' || last_name, first_name, last_name, email, phone, external_id) ilike '%e%'`,
  ],
  ['part of a last name in another case', 'mmerM', `last_name ilike '%mmerm%' or email ilike '%mmerm%'`],
  ['first and last name', 'Leo Kim', `first_name = 'Leo' and last_name = 'Kim'`],
  ['part of a phone number', '+155500029', `phone like '+155500029%'`],
  ['an id', 'demo-17', `external_id like 'demo-17%'`],
  ['a sign that stands for anything elsewhere', '%', 'false'],
])('a search by %s finds everybody once, the newest first', async ([, search = '', condition = '']) => {
  const expected = await allOf(condition)
  if (condition !== 'false') expect(expected.length).toBeGreaterThan(0)
  expect(await searchConversations(search)).toEqual(expected)
  const contacts = await listContacts(database.db, accountId, { search, limit: 5_000 })
  expect(contacts.items.map(({ id }) => id).sort()).toEqual(expected.toSorted())
})

test('the index serves the search', async () => {
  const client = await database.db.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
    const sql = `explain select id from contact where ${contactMatches(`'%zimmermann%'`)}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(sql)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('sql_contact_search')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
