import { RechargeRule, RechargeRuleAnswer } from '@parley/contracts/subaccounts'
import { setRechargeRule } from '@parley/data/credits/set-recharge-rule'
import { z } from 'zod'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const setRechargeRuleRoute: Route = async (app, { db }) => {
  app.put(
    '/:subAccountId/auto-recharge',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'Set when a sub-account asks for credits',
        description:
          "Whenever the balance is below the threshold, one `subaccount.auto_recharge` event goes to the agency's " +
          'auto-recharge URL; a grant that carries its `idempotency_key` answers it.',
        params: z.object({ subAccountId: z.string() }),
        body: RechargeRule,
        response: answers(
          { 200: RechargeRuleAnswer.describe('The rule as it now is.') },
          { body: true, codes: ['AGENCY_ONLY', 'INVALID_AMOUNT', 'SUBACCOUNT_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const { accountId, hint } = request.account
      const { subAccountId: shown } = request.params
      const subAccountId = knownId('account', shown, 'SUBACCOUNT_NOT_FOUND')
      const rule = await setRechargeRule(db, accountId, subAccountId, request.body, `key:${hint}`)
      return {
        success: true as const,
        sub_account_id: shown,
        threshold: Number(rule.threshold),
        amount: Number(rule.amount),
        enabled: rule.enabled,
      }
    },
  )
}
