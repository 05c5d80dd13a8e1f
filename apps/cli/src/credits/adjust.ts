import { showId } from '@parley/contracts/ids'
import { RequiredText } from '@parley/contracts/text'
import { adjustCredits } from '@parley/data/credits/adjust-credits'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const creditsAdjust = defineVerb({
  name: 'credits adjust',
  summary: 'Set a balance right with an entry of its own',
  flags: z.object({
    account: accountFlag,
    amount: z.string().describe('How many credits; --amount=-5 takes away').meta({ value: 'N' }),
    description: RequiredText.describe('Why').meta({ value: 'TEXT' }),
  }),
  async run({ account, amount, description }, stores) {
    const { entryId, balance } = await adjustCredits(await stores.db(), account, { amount, description }, 'cli')
    return { id: showId('creditEntry', entryId), newBalance: balance }
  },
})
