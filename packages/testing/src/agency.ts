import type { Db } from '@parley/data/db'
import { hashKey } from '@parley/data/keys/hash-key'

export type TestAgency = { id: string; apiKey: string; subAccounts: { id: string; email: string }[] }

/** An agency with its key and some sub-accounts. Nobody can log in to them: hashing passwords would take the time. */
export async function createAgency(db: Db, subAccountCount = 1): Promise<TestAgency> {
  const id = crypto.randomUUID()
  const apiKey = `pk_test_${id}`
  const { rows } = await db.pool.query<{ id: string; email: string }>(
    `with owner as (insert into "user" (email, name) values ($2, $2) returning id),
     accounts as (
       insert into account (id, kind, agency_id, email, name, owner_id)
       select $1::uuid, 'agency'::account_kind, null::uuid, $2, $2, id from owner
       union all
       select gen_random_uuid(), 'sub_account', $1, 'sub' || number || '-' || $2, 'Sub ' || number, id
       from owner, generate_series(1, $5) as number
       returning id, kind, email
     ),
     key as (insert into api_key (account_id, hash, hint) values ($1, $3, $4)),
     balances as (insert into credit_balance (account_id) select id from accounts)
     select id, email from accounts where kind = 'sub_account'`,
    [id, `agency-${id}@example.com`, hashKey(apiKey), apiKey.slice(-4), subAccountCount],
  )
  return { id, apiKey, subAccounts: rows }
}
