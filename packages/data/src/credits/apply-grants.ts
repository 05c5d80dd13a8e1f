import type { ErrorCode } from '@parley/contracts/errors'
import type pg from 'pg'
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
 * the caller's transaction. Balances are locked in the order of their accounts, before anything else is touched, as
 * everybody does who moves credits: so no two can deadlock. A key that somebody else is using at this very moment
 * breaks its unique index; the caller then runs all of it again and finds the other's grant.
 */
export async function applyGrants(client: pg.ClientBase, grants: Grant[]): Promise<GrantResult[]> {
  const { rows } = await client.query<Row>({
    name: 'apply-grants',
    text: applySql,
    values: [JSON.stringify(grants.map((grant, position) => ({ ...grant, position })))],
  })
  const touched = new Set(rows.filter(({ outcome }) => outcome === 'granted').map(({ subAccountId }) => subAccountId))
  if (touched.size > 0) await raiseRecharges(client, [...touched])
  return rows.map(({ code, ...row }) => (code === null ? row : { outcome: 'error', code }))
}

type Row = Extract<GrantResult, { outcome: 'granted' | 'duplicate' }> & { code: ErrorCode | null }

const maxBalance = '99999999999999' // what numeric(18, 4) holds

const applySql = `
with input as materialized (
  select given.*, account.id as account_id
  from json_to_recordset($1::json) as given (
    "position" int, "id" uuid, "agencyId" uuid, "email" text, "amount" numeric, "description" text, "key" text, "actor" text
  )
  left join account on account.email = lower(given."email") and account.agency_id = given."agencyId"
),
earlier as materialized (
  select key_scope, idempotency_key, id, account_id, kind, amount, description, balance_after
  from credit_entry
  where (key_scope, idempotency_key) in (select "agencyId", "key" from input where "key" is not null)
),
candidate as materialized (
  select *, case when "key" is null then 1
                 else row_number() over (partition by "agencyId", "key" order by "position") end as nth
  from input
  where account_id is not null
    and not exists (select from earlier where key_scope = "agencyId" and idempotency_key = "key")
),
locked as materialized (
  select account_id, balance, entry_count from credit_balance
  where account_id in (select account_id from candidate where nth = 1)
  order by account_id
  for update
),
applied as materialized (
  select * from (
    select candidate.*,
      locked.entry_count + row_number() over running as number,
      locked.balance + sum(amount) over running as balance_after,
      locked.balance + sum(amount) over (partition by account_id) as final_balance
    from candidate join locked using (account_id)
    where nth = 1
    window running as (partition by account_id order by "position")
  ) counted
  where final_balance <= ${maxBalance}
),
entries as (
  insert into credit_entry (
    id, account_id, number, kind, amount, balance_after, description, actor, key_scope, idempotency_key
  )
  select "id", account_id, number, 'grant', amount, balance_after, "description", "actor", "agencyId", "key"
  from applied
  order by "agencyId", "key", "id"
),
balances as (
  update credit_balance set balance = final_balance, entry_count = last_number
  from (select account_id, final_balance, max(number) as last_number from applied group by account_id, final_balance) final
  where credit_balance.account_id = final.account_id
),
closed as (
  update recharge_request set state = 'granted', entry_id = applied."id"
  from applied
  where recharge_request.idempotency_key = applied."key" and recharge_request.account_id = applied.account_id
    and state <> 'granted'
),
first as (
  select * from earlier
  union all
  select "agencyId", "key", "id", account_id, 'grant', amount, "description", balance_after
  from applied where "key" is not null
)
select
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
order by input."position"`
