import type { Db } from '@parley/data/db'
import type { TestAgency } from '@parley/testing/agency'

/** The least that a ledger needs: every entry with its running balance, and the balances. No key, no check, no answer. */
export async function writeBareLedger(db: Db, subAccounts: TestAgency['subAccounts']): Promise<void> {
  await db.pool.query({
    name: 'bare-ledger',
    text: `
      with raised as (
        update credit_balance set balance = balance + 1, entry_count = entry_count + 1
        where account_id = any($1::uuid[])
        returning account_id, balance, entry_count
      )
      insert into credit_entry (account_id, number, kind, amount, balance_after, actor, key_scope)
      select account_id, entry_count, 'grant', 1, balance, 'bench', account_id from raised`,
    values: [subAccounts.map(({ id }) => id)],
  })
}
