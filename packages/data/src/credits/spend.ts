import type pg from 'pg'
import { raiseRecharges } from './raise-recharges.ts'

export type Spending = {
  accountId: string
  /** A decimal string. */
  amount: string
  /** What is paid for. It is paid once, however often this runs. */
  messageId: string
  description?: string | undefined
}

/**
 * Pays for a message in the transaction that stores it, or says that the balance does not suffice. Only sub-accounts
 * are metered: whatever others send is as good as paid.
 */
export async function spendCredits(client: pg.ClientBase, spending: Spending): Promise<boolean> {
  const { accountId, amount, messageId, description = null } = spending
  // A statement of its own, so that the next one sees all that was spent before the lock was had.
  const { rows: metered } = await client.query({ name: 'spend-lock', text: lockSql, values: [accountId] })
  if (metered.length === 0) return true
  const { rows } = await client.query<{ paidBefore: boolean; paid: boolean; isLow: boolean }>({
    name: 'spend-debit',
    text: debitSql,
    values: [accountId, amount, messageId, description],
  })
  const [outcome] = rows
  if (outcome?.isLow) await raiseRecharges(client, [accountId])
  return outcome !== undefined && (outcome.paidBefore || outcome.paid)
}

const lockSql = `
select from credit_balance join account on account.id = account_id
where account_id = $1 and kind = 'sub_account'
for update of credit_balance`

const debitSql = `
with before as (
  select exists (select from credit_entry where key_scope = $1 and idempotency_key = $3::uuid::text) or $2::numeric = 0 as paid
),
debit as (
  update credit_balance set balance = balance - $2::numeric, entry_count = entry_count + 1
  where account_id = $1 and balance >= $2::numeric and not (select paid from before)
  returning account_id, balance, entry_count
),
entry as (
  insert into credit_entry (
    account_id, number, kind, amount, balance_after, description, actor, key_scope, idempotency_key, message_id
  )
  select account_id, entry_count, 'spend', -$2::numeric, balance, $4, 'system', account_id, $3::uuid::text, $3::uuid from debit
  returning balance_after
)
select
  before.paid as "paidBefore",
  exists (select from entry) as paid,
  exists (
    select from recharge_rule, entry where account_id = $1 and enabled and entry.balance_after < threshold
  ) as "isLow"
from before`
