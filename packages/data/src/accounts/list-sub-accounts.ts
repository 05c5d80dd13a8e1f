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
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<SubAccount>> {
  const { rows } = await db.pool.query<SubAccount>(
    `select account.id, email, name, trim_scale(balance)::text as balance, disabled_at as "disabledAt",
            created_at as "createdAt",
            case when rule.account_id is not null then json_build_object(
              'threshold', trim_scale(threshold)::text, 'amount', trim_scale(amount)::text, 'enabled', enabled
            ) end as "autoRecharge"
     from account
     join credit_balance on credit_balance.account_id = account.id
     left join recharge_rule rule on rule.account_id = account.id
     where agency_id = $1
       and ($2::uuid is null or (created_at, id) > (select created_at, id from account where id = $2 and agency_id = $1))
     order by created_at, id
     limit $3`,
    [agencyId, cursor ?? null, limit + 1],
  )
  return toPage(rows, limit, ({ id }) => id)
}
