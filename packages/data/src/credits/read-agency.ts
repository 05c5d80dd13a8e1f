import type { Db } from '../db.ts'

export type AgencyFigures = {
  subAccounts: number
  disabled: number
  /** A decimal string. */
  balance: string
  openRequests: number
  rechargeUrl: string | null
}

/** How an agency stands: its sub-accounts, what they hold together, and who asks for credits. */
export async function readAgency(db: Db, agencyId: string): Promise<AgencyFigures> {
  const { rows } = await db.pool.query<AgencyFigures>(
    `select count(*)::int as "subAccounts", count(disabled_at)::int as disabled,
            trim_scale(coalesce(sum(credit_balance.balance), 0))::text as balance, count(open.id)::int as "openRequests",
            (select url from webhook_endpoint where account_id = $1 and kind = 'auto_recharge') as "rechargeUrl"
     from account
     join credit_balance on credit_balance.account_id = account.id
     left join recharge_request open on open.account_id = account.id and open.state = 'open'
     where account.agency_id = $1`,
    [agencyId],
  )
  return rows[0] ?? { subAccounts: 0, disabled: 0, balance: '0', openRequests: 0, rechargeUrl: null }
}
