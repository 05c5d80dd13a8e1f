import { CreditAmount, InitialCredits } from '@parley/contracts/credits'
import { showId } from '@parley/contracts/ids'
import { setRechargeRule } from '@parley/data/credits/set-recharge-rule'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const creditsRecharge = defineVerb({
  name: 'credits recharge',
  summary: 'Set when the agency is asked to recharge a sub-account, and for how much',
  flags: z.object({
    agency: idFlag('account').describe('The agency'),
    account: idFlag('account').describe('Its sub-account'),
    threshold: InitialCredits.describe('It is asked once the balance is below this').meta({ value: 'N' }),
    amount: CreditAmount.describe('What it is asked for').meta({ value: 'N' }),
    off: z.boolean().default(false).describe('Keep the rule and do not ask'),
  }),
  note: 'The event goes to the URL of parley webhook set --kind auto-recharge.',
  async run({ agency, account, threshold, amount, off }, stores) {
    const rule = await setRechargeRule(await stores.db(), agency, account, { threshold, amount, enabled: !off }, 'cli')
    return { subAccountId: showId('account', account), ...rule }
  },
})
