import { CreditAmount } from '@parley/contracts/credits'
import { showId } from '@parley/contracts/ids'
import { RequiredText } from '@parley/contracts/text'
import { revokeCredits } from '@parley/data/credits/revoke-credits'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const creditsRevoke = defineVerb({
  name: 'credits revoke',
  summary: 'Take back what is left of a grant, or a part of it',
  flags: z.object({
    agency: idFlag('account').describe('The agency that granted'),
    grant: idFlag('creditEntry').describe('The grant, as parley credits history shows it'),
    amount: CreditAmount.optional().describe('How many credits; all that is left when left out').meta({ value: 'N' }),
    description: RequiredText.optional().describe('Shown in the history').meta({ value: 'TEXT' }),
  }),
  async run({ agency, grant, amount, description }, stores) {
    const revoked = await revokeCredits(await stores.db(), agency, { grantId: grant, amount, description }, 'cli')
    return {
      id: showId('creditEntry', revoked.entryId),
      subAccountId: showId('account', revoked.subAccountId),
      creditsRevoked: revoked.creditsRevoked,
      newBalance: revoked.newBalance,
    }
  },
})
