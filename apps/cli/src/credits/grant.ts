import { CreditAmount } from '@parley/contracts/credits'
import { Email } from '@parley/contracts/email'
import { ParleyError } from '@parley/contracts/errors'
import { RequiredText } from '@parley/contracts/text'
import { grantBatch } from '@parley/data/credits/grant-batch'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { showResult } from './show-result.ts'

export const creditsGrant = defineVerb({
  name: 'credits grant',
  summary: 'Grant credits to a sub-account',
  flags: z.object({
    agency: idFlag('account').describe('The agency that grants'),
    email: Email.describe('Of its sub-account').meta({ value: 'EMAIL' }),
    amount: CreditAmount.describe('How many credits').meta({ value: 'N' }),
    description: RequiredText.optional().describe('Shown in the history').meta({ value: 'TEXT' }),
    key: RequiredText.optional().describe('Idempotency key: the same one never grants twice').meta({ value: 'KEY' }),
  }),
  async run({ agency, email, amount, description, key }, stores) {
    const grants = [{ email, amount, description, idempotencyKey: key }]
    const [result] = await grantBatch(await stores.db(), agency, { grants }, 'cli')
    if (!result) throw new Error('the batch of one grant has no result')
    if (result.outcome === 'error') {
      const { status: _, error } = showResult(result)
      throw new ParleyError(result.code, error ?? result.code)
    }
    return showResult(result)
  },
})
