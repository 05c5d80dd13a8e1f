import { setBotSwitches } from '@parley/data/conversations/set-bot-switches'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { conversationFlags } from './flags.ts'

const onOff = z
  .enum(['on', 'off'])
  .transform((word) => word === 'on')
  .optional()

export const conversationSet = defineVerb({
  name: 'conversation set',
  summary: 'Switch the bot for a conversation or a contact; without a switch, show how they stand',
  flags: z.object({
    ...conversationFlags,
    bot: onOff.describe('Whether the bot answers in this conversation'),
    contactBot: onOff.describe('Whether the bot answers this contact'),
    doNotDisturb: onOff.describe('Whether the contact wants to be left alone'),
  }),
  run: async ({ account, contact, bot, ...switches }, stores) =>
    setBotSwitches(await stores.db(), account, contact, { conversationBot: bot, ...switches }),
})
