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
select credit_balance.account_id as "accountId"
from credit_balance
left join recharge_request open on open.account_id = credit_balance.account_id and open.state = 'open'
left join recharge_rule rule on rule.account_id = credit_balance.account_id and rule.enabled
left join account on account.id = rule.account_id and account.disabled_at is null
where open.expires_at <= now()
  or (
    open.id is null and balance < threshold
    and exists (select from webhook_endpoint where account_id = account.agency_id and kind = 'auto_recharge')
  )
order by credit_balance.account_id
limit $1
for update of credit_balance skip locked`
