import { CreditAmount } from '@parley/contracts/credits'
import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { raiseRecharges } from './raise-recharges.ts'

export type Adjustment = {
  /** A decimal string, with a minus to take away. */
  amount: string
  /** Why; the entry stays for ever. */
  description: string
}

/** Sets a balance right, as an entry of its own kind. It can take away what is there and no more. */
export async function adjustCredits(
  db: Db,
  accountId: string,
  { amount, description }: Adjustment,
  actor: string,
): Promise<{ entryId: string; balance: string }> {
  if (!CreditAmount.safeParse(amount.replace(/^-/, '')).success) {
    throw new ParleyError('INVALID_AMOUNT', 'amount must be a number other than 0, with at most 4 decimals')
  }
  return inTransaction(db, async (client) => {
    const { rows: known } = await client.query('select from credit_balance where account_id = $1 for update', [
      accountId,
    ])
    if (known.length === 0) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
    const { rows } = await client.query<{ entryId: string; balance: string }>(
      `with adjusted as (
         update credit_balance set balance = balance + $2::numeric, entry_count = entry_count + 1
         where account_id = $1 and balance + $2::numeric between 0 and 99999999999999
         returning balance, entry_count
       )
       insert into credit_entry (account_id, number, kind, amount, balance_after, description, actor, key_scope)
       select $1, entry_count, 'adjustment', $2::numeric, balance, $3, $4, $1 from adjusted
       returning id as "entryId", trim_scale(balance_after)::text as balance`,
      [accountId, amount, description, actor],
    )
    const [entry] = rows
    if (!entry) throw new ParleyError('INVALID_AMOUNT', 'The balance does not suffice; take away less')
    await raiseRecharges(client, [accountId])
    return entry
  })
}
