import type { ErrorCode } from '@parley/contracts/errors'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { raiseRecharges } from './raise-recharges.ts'

/** One grant of a batch, whose agency and actor are those of the batch. */
export type BatchedGrant = {
  /** Its entry in the ledger gets this id, so that nothing can grant it twice. */
  id: string
  email: string
  /** A decimal string that was checked. */
  amount: string
  description?: string | undefined
  /** The agency's own name for the grant: a second one under it grants nothing. */
  key?: string | undefined
}

export type Grant = BatchedGrant & Giver
export type Giver = { agencyId: string; actor: string }

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
export async function applyGrants(client: pg.ClientBase, giver: Giver, grants: BatchedGrant[]): Promise<GrantResult[]> {
  const values = [JSON.stringify(grants), giver.agencyId, giver.actor]
  const { rows } = await client.query<Row>({ name: 'apply-grants', text: applySql, values })
  if (rows.some(({ isLow }) => isLow)) await raiseRecharges(client, lowAccounts(rows))
  return rows.map(({ code, isLow: _, ...row }) => (code === null ? row : { outcome: 'error', code }))
}

/**
 * The same for grants that somebody waits for: writes down each one's outcome along with it, and passes over those
 * that are decided already. Gives the accounts that are still low.
 */
export async function applyAndDecide(db: Db, grants: Grant[]): Promise<string[]> {
  const values = [JSON.stringify(grants)]
  const { rows } = await db.pool.query<Row>({ name: 'apply-and-decide', text: applyAndDecideSql, values })
  return lowAccounts(rows)
}

type Row = Extract<GrantResult, { outcome: 'granted' | 'duplicate' }> & { code: ErrorCode | null; isLow: boolean }

const lowAccounts = (rows: Row[]) => [
  ...new Set(rows.filter(({ isLow }) => isLow).map(({ subAccountId }) => subAccountId)),
]

const maxBalance = '99999999999999' // what numeric(18, 4) holds

/**
 * Balances are changed first, in the order of their accounts, as everybody does who moves credits: so no two can
 * deadlock; keys are written in their order, too. A key that somebody else is using at this very moment breaks its
 * unique index; the caller then runs all of it again and finds the other's grant.
 */
const grantStatement = (parts: { agency: string; actor: string; where: string; afterwards: string }) => `
with given as (
  select "position", "id", ${parts.agency} as "agencyId", "email", "amount", "description", "key", ${parts.actor} as "actor"
  from rows from (
    json_to_recordset($1::json) as (
      "id" uuid, "agencyId" uuid, "email" text, "amount" numeric, "description" text, "key" text, "actor" text
    )
  ) with ordinality as item ("id", "agencyId", "email", "amount", "description", "key", "actor", "position")
),
input as materialized (
  select given.*, account.id as account_id
  from given
  left join account on account.email = lower(given."email") and account.agency_id = given."agencyId"
  where ${parts.where}
),
earlier as materialized (
  select key_scope, idempotency_key, id, account_id, kind, amount, description, balance_after
  from credit_entry
  where (key_scope, idempotency_key) in (select "agencyId", "key" from input where "key" is not null)
    and idempotency_key is not null
),
chosen as materialized (
  select * from input where account_id is not null and "key" is null
  union all
  (
    select distinct on ("agencyId", "key" collate "C") *
    from input
    where account_id is not null and "key" is not null
      and not exists (select from earlier where key_scope = "agencyId" and idempotency_key = "key")
    order by "agencyId", "key" collate "C", "position"
  )
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
    entry_count + 1 - row_number() over from_last as number,
    balance + amount - sum(amount) over from_last as balance_after
  from chosen join balances using (account_id)
  window from_last as (partition by account_id order by "position" desc rows unbounded preceding)
),
entries as (
  insert into credit_entry (
    id, account_id, number, kind, amount, balance_after, description, actor, key_scope, idempotency_key
  )
  select "id", account_id, number, 'grant', amount, balance_after, "description", "actor", "agencyId", "key"
  from applied
  order by "agencyId", "key" collate "C"
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

const applySql = grantStatement({ agency: '$2::uuid', actor: '$3::text', where: 'true', afterwards: '' })

/** In the order of the ids, as whoever refuses them does; a row that is there by now breaks the key. */
const applyAndDecideSql = grantStatement({
  agency: '"agencyId"',
  actor: '"actor"',
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
