import { ParleyError } from '@parley/contracts/errors'
import type pg from 'pg'

/** Comes before everything else that a transaction does to the credits or the recharge of a sub-account. */
export async function lockBalance(client: pg.ClientBase, agencyId: string, subAccountId: string): Promise<string> {
  const { rows } = await client.query<{ balance: string }>(
    `select balance from credit_balance join account on account.id = account_id
     where account_id = $1 and agency_id = $2
     for update of credit_balance`,
    [subAccountId, agencyId],
  )
  const [row] = rows
  if (!row) throw new ParleyError('SUBACCOUNT_NOT_FOUND', 'You have no such sub-account; check its id')
  return row.balance
}
