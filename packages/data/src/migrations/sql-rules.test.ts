import { randomUUID } from 'node:crypto'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'

const database = useTestDatabase()
const sql = (text: string, values: unknown[] = []) => database.db.pool.query(text, values)

async function addAccount(kind: string, agencyId: string | null): Promise<string> {
  const address = `${randomUUID()}@example.com`
  const owner = await sql(`insert into "user" (email, name) values ($1, 'Ann') returning id`, [address])
  const { rows } = await sql(
    `insert into account (kind, agency_id, email, name, owner_id) values ($1, $2, $3, 'Ann', $4) returning id`,
    [kind, agencyId, address, owner.rows[0].id],
  )
  return rows[0].id
}

test.for(['update credit_entry set amount = 2', 'delete from credit_entry', 'truncate credit_entry'])(
  'the ledger refuses: %s',
  async (change) => {
    const account = randomUUID()
    await sql(
      `insert into credit_entry (account_id, number, kind, amount, balance_after, actor, key_scope)
       values ($1, 1, 'grant', 1, 1, 'cli', $1)`,
      [account],
    )
    await expect(sql(change)).rejects.toThrow('credit_entry is append-only')
    expect((await sql('select amount from credit_entry where account_id = $1', [account])).rows).toEqual([
      { amount: '1.0000' },
    ])
  },
)

test('a balance cannot go below zero', async () => {
  const account = randomUUID()
  await sql('insert into credit_balance (account_id, balance) values ($1, 1)', [account])
  const spend = () => sql('update credit_balance set balance = balance - 1 where account_id = $1', [account])
  await spend()
  await expect(spend()).rejects.toThrow('sql_credit_balance_not_negative')
})

test('sub-accounts, and only they, have an agency', async () => {
  const agency = await addAccount('agency', null)
  await addAccount('sub_account', agency)
  await expect(addAccount('sub_account', null)).rejects.toThrow('sql_account_agency')
  await expect(addAccount('standard', agency)).rejects.toThrow('sql_account_agency')
})

test('an account has one default campaign at most, and any number of others', async () => {
  const account = randomUUID()
  const add = (isDefault: boolean) =>
    sql(`insert into campaign (account_id, name, engine, is_default) values ($1, $2, 'knowledge', $3)`, [
      account,
      randomUUID(),
      isDefault,
    ])
  for (const isDefault of [true, false, false]) await add(isDefault)
  await expect(add(true)).rejects.toThrow('sql_campaign_default')
})

test('a sub-account has one open recharge request at most, and any number of closed ones', async () => {
  const account = randomUUID()
  const add = (state: string) =>
    sql(
      `insert into recharge_request (account_id, agency_id, idempotency_key, state, balance, threshold, amount, expires_at)
       values ($1, $1, $2, $3, 0, 1, 1, now())`,
      [account, randomUUID(), state],
    )
  for (const state of ['granted', 'expired', 'granted', 'open']) await add(state)
  await expect(add('open')).rejects.toThrow('sql_recharge_request_open')
})
