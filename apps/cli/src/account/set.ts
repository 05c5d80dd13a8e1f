import { showId } from '@parley/contracts/ids'
import { setAccount } from '@parley/data/accounts/set-account'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { Mistake } from '../mistake.ts'
import { defineVerb } from '../verb.ts'

export const accountSet = defineVerb({
  name: 'account set',
  summary: 'Change the rate limit of an account, or switch its bot',
  flags: z.object({
    account: accountFlag,
    rateLimit: wholeNumber(1, 10_000_000).optional().describe('Requests a minute').meta({ value: 'N' }),
    bot: z.enum(['on', 'off']).optional().describe('Whether the bot answers'),
  }),
  async run({ account, rateLimit, bot }, stores) {
    if (rateLimit === undefined && bot === undefined) throw new Mistake('give --rate-limit, --bot or both')
    const settings = { rateLimitPerMinute: rateLimit, botEnabled: bot && bot === 'on', actor: 'cli' }
    const { rateLimitPerMinute, botEnabled } = await setAccount(await stores.db(), account, settings)
    return { id: showId('account', account), rateLimitPerMinute, botEnabled }
  },
})
