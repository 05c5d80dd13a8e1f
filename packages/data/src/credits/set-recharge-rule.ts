import { CreditAmount, InitialCredits } from '@parley/contracts/credits'
import { ParleyError } from '@parley/contracts/errors'
import { insertAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { lockBalance } from './lock-balance.ts'
import { raiseRecharges } from './raise-recharges.ts'

export type RechargeRule = {
  /** Decimal strings: below the one, the other is asked for. */
  threshold: string
  amount: string
  enabled: boolean
}

/** Replaces the rule of a sub-account, and asks for credits at once where it is below the new threshold. */
export async function setRechargeRule(
  db: Db,
  agencyId: string,
  subAccountId: string,
  rule: RechargeRule,
  actor: string,
): Promise<RechargeRule> {
  const { enabled } = rule
  if (!InitialCredits.safeParse(rule.threshold).success) {
    throw new ParleyError('INVALID_AMOUNT', 'threshold must be from 0 to 1000000000, with at most 4 decimals')
  }
  if (!CreditAmount.safeParse(rule.amount).success) {
    throw new ParleyError('INVALID_AMOUNT', 'amount must be over 0 and at most 1000000000, with at most 4 decimals')
  }
  return inTransaction(db, async (client) => {
    await lockBalance(client, agencyId, subAccountId)
    const { rows } = await client.query<{ threshold: string; amount: string }>(
      `insert into recharge_rule (account_id, threshold, amount, enabled) values ($1, $2, $3, $4)
       on conflict (account_id) do update set
         threshold = excluded.threshold, amount = excluded.amount, enabled = excluded.enabled, updated_at = now()
       returning trim_scale(threshold)::text as threshold, trim_scale(amount)::text as amount`,
      [subAccountId, rule.threshold, rule.amount, enabled],
    )
    const saved = { threshold: rows[0]?.threshold ?? '', amount: rows[0]?.amount ?? '', enabled }
    await insertAudit(client, subAccountId, { actor, action: 'recharge.set', detail: saved })
    await raiseRecharges(client, [subAccountId])
    return saved
  })
}
