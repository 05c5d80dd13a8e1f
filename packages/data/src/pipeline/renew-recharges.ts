import { raiseRecharges } from '../credits/raise-recharges.ts'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'

const atOnce = 200

/**
 * Ends recharge requests that nobody answered for a day, and asks wherever a balance is low and nobody asks: after
 * such an end, and where an agency has only now said where to ask. Balances that somebody holds come next time.
 */
export const renewRecharges = (db: Db): Promise<{ more: boolean }> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ accountId: string }>(dueSql, [atOnce])
    const accountIds = rows.map(({ accountId }) => accountId)
    await client.query(
      `update recharge_request set state = 'expired'
       where account_id = any($1::uuid[]) and state = 'open' and expires_at <= now()`,
      [accountIds],
    )
    await raiseRecharges(client, accountIds)
    return { more: rows.length === atOnce }
  })

const dueSql = `
select account_id as "accountId" from credit_balance
where account_id in (
  select account_id from recharge_request where state = 'open' and expires_at <= now()
  union
  select rule.account_id
  from recharge_rule rule
  join credit_balance using (account_id)
  join account on account.id = rule.account_id
  where enabled and balance < threshold and disabled_at is null
    and exists (select from webhook_endpoint where account_id = account.agency_id and kind = 'auto_recharge')
    and not exists (select from recharge_request where account_id = rule.account_id and state = 'open')
)
order by account_id
limit $1
for update skip locked`
