import type { ErrorCode } from '@parley/contracts/errors'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { raiseRecharges } from './raise-recharges.ts'

export type Grant = {
  /** Its entry in the ledger gets this id, so that nothing can grant it twice. */
  id: string
  agencyId: string
  email: string
  /** A decimal string that was checked. */
  amount: string
  description?: string | undefined
  /** The agency's own name for the grant: a second one under it grants nothing. */
  key?: string | undefined
  actor: string
}

export type GrantResult =
  | {
      outcome: 'granted' | 'duplicate'
      /** Of the grant that was made first under the key. */
      entryId: string
      subAccountId: string
      /** Decimal strings. */
      creditsAdded: string
      newBalance: string
    }
  | { outcome: 'error'; code: ErrorCode }

/**
 * Makes grants to any number of sub-accounts in one statement, and says in their order what became of each. Runs in
 * the caller's transaction.
 */
export async function applyGrants(client: pg.ClientBase, grants: Grant[]): Promise<GrantResult[]> {
  const rows = await runApply(client, { name: 'apply-grants', text: applySql }, grants)
  if (rows.some(({ isLow }) => isLow)) await raiseRecharges(client, lowAccounts(rows))
  return rows.map(({ code, isLow: _, ...row }) => (code === null ? row : { outcome: 'error', code }))
}

/**
 * The same for grants that somebody waits for: writes down each one's outcome along with it, and passes over those
 * that are decided already. Gives the accounts that are still low.
 */
export const applyAndDecide = async (db: Db, grants: Grant[]): Promise<string[]> =>
  lowAccounts(await runApply(db.pool, { name: 'apply-and-decide', text: applyAndDecideSql }, grants))

type Row = Extract<GrantResult, { outcome: 'granted' | 'duplicate' }> & { code: ErrorCode | null; isLow: boolean }

async function runApply(client: pg.ClientBase | pg.Pool, statement: { name: string; text: string }, grants: Grant[]) {
  const input = JSON.stringify(grants.map((grant, position) => ({ ...grant, position })))
  const { rows } = await client.query<Row>({ ...statement, values: [input] })
  return rows
}

const lowAccounts = (rows: Row[]) => [
  ...new Set(rows.filter(({ isLow }) => isLow).map(({ subAccountId }) => subAccountId)),
]

const maxBalance = '99999999999999' // what numeric(18, 4) holds

/**
 * Balances are changed first, in the order of their accounts, as everybody does who moves credits: so no two can
 * deadlock. A key that somebody else is using at this very moment breaks its unique index; the caller then runs all of
 * it again and finds the other's grant.
 */
const grantStatement = (parts: { where: string; afterwards: string }) => `
with input as materialized (
  select given.*, account.id as account_id
  from json_to_recordset($1::json) as given (
    "position" int, "id" uuid, "agencyId" uuid, "email" text, "amount" numeric, "description" text, "key" text, "actor" text
  )
  left join account on account.email = lower(given."email") and account.agency_id = given."agencyId"
  where ${parts.where}
),
earlier as materialized (
  select key_scope, idempotency_key, id, account_id, kind, amount, description, balance_after
  from credit_entry
  where (key_scope, idempotency_key) in (select "agencyId", "key" from input where "key" is not null)
),
chosen as materialized (
  select distinct on ("agencyId", coalesce("key", "id"::text) collate "C") *
  from input
  where account_id is not null
    and not exists (select from earlier where key_scope = "agencyId" and idempotency_key = "key")
  order by "agencyId", coalesce("key", "id"::text) collate "C", "position"
),
balances as (
  insert into credit_balance as b (account_id, balance, entry_count)
  select account_id, sum(amount), count(*) from chosen group by account_id
  order by account_id
  on conflict (account_id) do update set
    balance = b.balance + excluded.balance,
    entry_count = b.entry_count + excluded.entry_count
  where b.balance + excluded.balance <= ${maxBalance}
  returning account_id, balance, entry_count
),
applied as materialized (
  select chosen.*,
    entry_count - count(*) over (partition by account_id) + row_number() over running as number,
    balance - sum(amount) over (partition by account_id) + sum(amount) over running as balance_after
  from chosen join balances using (account_id)
  window running as (partition by account_id order by "position")
),
entries as (
  insert into credit_entry (
    id, account_id, number, kind, amount, balance_after, description, actor, key_scope, idempotency_key
  )
  select "id", account_id, number, 'grant', amount, balance_after, "description", "actor", "agencyId", "key"
  from applied
  order by "agencyId", "key" collate "C", "id"
),
closed as (
  update recharge_request set state = 'granted', entry_id = applied."id"
  from applied
  where recharge_request.idempotency_key = applied."key" and recharge_request.account_id = applied.account_id
    and state <> 'granted'
),
low as (
  select account_id from balances join recharge_rule using (account_id) where enabled and balance < threshold
),
first as (
  select * from earlier
  union all
  select "agencyId", "key", "id", account_id, 'grant', amount, "description", balance_after
  from applied where "key" is not null
),
result as materialized (
  select
    input."position",
    input."id",
    input."agencyId",
    case
      when applied."id" is not null then 'granted'
      when is_repeat then 'duplicate'
      else 'error'
    end as outcome,
    case
      when applied."id" is not null or is_repeat then null
      when first.id is not null then 'IDEMPOTENCY_CONFLICT'
      when input.account_id is null then 'SUBACCOUNT_NOT_FOUND'
      else 'INVALID_AMOUNT'
    end as code,
    coalesce(applied."id", first.id) as "entryId",
    input.account_id as "subAccountId",
    trim_scale(input."amount")::text as "creditsAdded",
    trim_scale(coalesce(applied.balance_after, first.balance_after))::text as "newBalance"
  from input
  left join applied on applied."id" = input."id"
  left join first on first.key_scope = input."agencyId" and first.idempotency_key = input."key"
  cross join lateral (
    select first.kind = 'grant' and first.account_id = input.account_id and first.amount = input."amount"
      and first.description is not distinct from input."description" as is_repeat
  ) compared
)${parts.afterwards}
select outcome, code, "entryId", "subAccountId", "creditsAdded", "newBalance",
       "subAccountId" in (select account_id from low) as "isLow"
from result
order by "position"`

const applySql = grantStatement({ where: 'true', afterwards: '' })

/** In the order of the ids, as whoever refuses them does; a row that is there by now breaks the key. */
const applyAndDecideSql = grantStatement({
  where: 'not exists (select from grant_request where grant_request.id = given."id")',
  afterwards: `,
decided as (
  insert into grant_request (id, agency_id, outcome, answer)
  select
    "id",
    "agencyId",
    case when code is null then 'granted' else 'refused' end::grant_outcome,
    case
      when code is not null then jsonb_build_object('outcome', outcome, 'code', code)
      else jsonb_build_object(
        'outcome', outcome, 'entryId', "entryId", 'subAccountId', "subAccountId",
        'creditsAdded', "creditsAdded", 'newBalance', "newBalance"
      )
    end
  from result
  order by "id"
)`,
})
