import type { Db } from '../db.ts'

/** Decimal strings. Only sub-accounts are metered. */
export type CreditFigures = { balance: string; used: string }

/** What a sub-account has, and has used in the last hours; null for an account that is not metered. */
export async function readCredits(db: Db, accountId: string, hours: number): Promise<CreditFigures | null> {
  const { rows } = await db.pool.query<CreditFigures>(
    `select trim_scale(balance)::text as balance, trim_scale(coalesce((
       select -sum(amount) from credit_entry
       where credit_entry.account_id = $1 and credit_entry.kind = 'spend'
         and created_at >= now() - $2 * interval '1 hour'
     ), 0))::text as used
     from account join credit_balance on credit_balance.account_id = account.id
     where account.id = $1 and kind = 'sub_account'`,
    [accountId, hours],
  )
  return rows[0] ?? null
}
