import { showId } from '@parley/contracts/ids'
import type pg from 'pg'
import { oweEvent } from '../deliveries/owe-event.ts'

type Raised = {
  id: string
  accountId: string
  agencyId: string
  email: string
  idempotencyKey: string
  balance: string
  threshold: string
  amount: string
  createdAt: Date
}

/**
 * Asks the agency for credits wherever the balance has come below the rule's threshold and nobody asks already.
 * Runs in the caller's transaction, which holds the balances' locks: so the balance cannot change behind its back,
 * and whoever spends or grants next looks again.
 */
export async function raiseRecharges(client: pg.ClientBase, accountIds: string[]): Promise<void> {
  const { rows } = await client.query<Raised>({ name: 'raise-recharges', text: raiseSql, values: [accountIds] })
  for (const request of rows) {
    const { id, agencyId: accountId } = request
    await oweEvent(client, { id, accountId, kind: 'auto_recharge', payload: eventOf(request) })
  }
}

const eventOf = (request: Raised) => ({
  type: 'subaccount.auto_recharge',
  idempotency_key: request.idempotencyKey,
  sub_account_id: showId('account', request.accountId),
  email: request.email,
  balance: Number(request.balance),
  threshold: Number(request.threshold),
  recharge_amount: Number(request.amount),
  createdAt: request.createdAt.toISOString(),
})

/** An agency without a URL for the event cannot be asked; the ticker asks once it has one. */
const raiseSql = `
with low as materialized (
  select gen_random_uuid() as id, rule.account_id, account.agency_id, account.email, balance, threshold, rule.amount
  from recharge_rule rule
  join credit_balance using (account_id)
  join account on account.id = rule.account_id
  where rule.account_id = any($1::uuid[]) and rule.enabled and balance < threshold and account.disabled_at is null
    and exists (select from webhook_endpoint where account_id = account.agency_id and kind = 'auto_recharge')
),
raised as (
  insert into recharge_request (id, account_id, agency_id, idempotency_key, balance, threshold, amount, expires_at)
  select id, account_id, agency_id, 'rch_' || replace(id::text, '-', ''), balance, threshold, amount,
         now() + interval '1 day'
  from low
  order by account_id
  on conflict (account_id) where state = 'open' do nothing
  returning *
)
select raised.id, raised.account_id as "accountId", raised.agency_id as "agencyId", low.email,
       idempotency_key as "idempotencyKey", raised.balance, raised.threshold, raised.amount, created_at as "createdAt"
from raised join low using (id)`
