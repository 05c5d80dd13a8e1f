import type { RequestedGrant } from '@parley/contracts/jobs'
import { applyAndDecide } from '../credits/apply-grants.ts'
import { raiseRecharges } from '../credits/raise-recharges.ts'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'

/** Long before the rows that say what was decided are swept. Whoever asked was told so long ago. */
const forgottenAfterMs = 24 * 60 * 60 * 1_000

/**
 * Makes grants that arrived together, of any number of agencies, and writes down each one's outcome in the same
 * statement. What is decided already, by an earlier run or by a gateway that stopped waiting, is left alone.
 */
export async function applyGrantGroup(db: Db, grants: RequestedGrant[]): Promise<void> {
  const remembered = grants.filter(({ askedAt }) => Date.now() - askedAt < forgottenAfterMs)
  if (remembered.length === 0) return
  const lowAccountIds = await runAgainAfterRace(() => applyAndDecide(db, remembered))
  if (lowAccountIds.length === 0) return
  // Should this get lost, the ticker finds that the balance is low.
  await inTransaction(db, async (client) => {
    const lock = 'select from credit_balance where account_id = any($1::uuid[]) order by account_id for update'
    await client.query(lock, [lowAccountIds])
    await raiseRecharges(client, lowAccountIds)
  })
}
