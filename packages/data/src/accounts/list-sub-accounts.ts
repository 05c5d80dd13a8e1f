import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { type Page, toPage } from '../page.ts'

export type SubAccount = {
  id: string
  email: string
  name: string
  /** Decimal strings. */
  balance: string
  autoRecharge: { threshold: string; amount: string; enabled: boolean } | null
  disabledAt: Date | null
  createdAt: Date
}

/** An agency's sub-accounts, the oldest first. The cursor is the id of the last one seen. */
export async function listSubAccounts(
  db: Db,
  agencyId: string,
  options: { cursor?: string | undefined; search?: string | undefined; limit: number },
): Promise<Page<SubAccount>> {
  const { cursor = null, search = null, limit } = options
  const { rows } = await db.pool.query<SubAccount>(
    `${selectSubAccounts}
     where agency_id = $1
       and ($2::uuid is null or (created_at, id) > (select created_at, id from account where id = $2 and agency_id = $1))
       and ($4::text is null or position(lower($4) in lower(name || ' ' || email)) > 0)
     order by created_at, id
     limit $3`,
    [agencyId, cursor, limit + 1, search],
  )
  return toPage(rows, limit, ({ id }) => id)
}

export async function getSubAccount(db: Db, agencyId: string, subAccountId: string): Promise<SubAccount> {
  const { rows } = await db.pool.query<SubAccount>(
    `${selectSubAccounts}
     where agency_id = $1 and account.id = $2`,
    [agencyId, subAccountId],
  )
  const [found] = rows
  if (!found) throw new ParleyError('SUBACCOUNT_NOT_FOUND', 'You have no such sub-account; check its id')
  return found
}

const selectSubAccounts = `
select account.id, email, name, trim_scale(balance)::text as balance, disabled_at as "disabledAt",
       created_at as "createdAt",
       case when rule.account_id is not null then json_build_object(
         'threshold', trim_scale(threshold)::text, 'amount', trim_scale(amount)::text, 'enabled', enabled
       ) end as "autoRecharge"
from account
join credit_balance on credit_balance.account_id = account.id
left join recharge_rule rule on rule.account_id = account.id`
