import { MessageBody } from '@parley/contracts/text'
import { z } from 'zod'
import { accountOfCampaign } from '../campaign/find-account.ts'
import { campaignFlag } from '../campaign/flags.ts'
import { defineVerb } from '../verb.ts'

const timeoutMs = 60_000

export const botTry = defineVerb({
  name: 'bot try',
  summary: 'Show what the bot would answer, from what and at what cost; nothing is stored or charged',
  flags: z.object({
    campaign: campaignFlag,
    text: MessageBody.describe('What a customer might write').meta({ value: 'TEXT' }),
  }),
  async run({ campaign: campaignId, text }, stores) {
    const db = await stores.db()
    // Loaded when it is needed: no other verb should wait for it.
    const [{ createBot }, { tryBot }] = await Promise.all([
      import('@parley/bot/create-bot'),
      import('@parley/bot/try-bot'),
    ])
    const bot = createBot({ db, secretsKey: stores.secretsKey(), fetch: await stores.outboundFetch(), timeoutMs })
    const accountId = await accountOfCampaign(db, campaignId)
    const signal = AbortSignal.timeout(timeoutMs)
    const { usage, ...tried } = await tryBot(db, bot, accountId, { campaignId, text, signal })
    return { ...tried, ...usage }
  },
})
