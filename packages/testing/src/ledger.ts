import type { Db } from '@parley/data/db'
import { expect } from 'vitest'

/** That every balance is the sum of its entries, none was ever negative, and each entry follows from the one before. */
export async function expectSoundLedger(db: Db): Promise<void> {
  const { rows } = await db.pool.query(`
    select balance.account_id, balance.balance, balance.entry_count, sum(amount) as sum, count(entry.id)::int as entries
    from credit_balance balance
    left join (
      select *, coalesce(lag(balance_after) over ledger, 0) + amount as expected, row_number() over ledger as place
      from credit_entry window ledger as (partition by account_id order by number)
    ) entry on entry.account_id = balance.account_id
    group by balance.account_id
    having balance.balance <> coalesce(sum(amount), 0)
      or balance.entry_count <> count(entry.id)
      or bool_or(entry.balance_after <> entry.expected or entry.number <> entry.place or entry.balance_after < 0)`)
  expect(rows).toEqual([])
}

export async function balanceOf(db: Db, accountId: string): Promise<string> {
  const { balance } = await db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId } })
  return balance.toString()
}
