import { takeOver } from '@parley/data/conversations/take-over'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { conversationFlags } from './flags.ts'

export const conversationTake = defineVerb({
  name: 'conversation take',
  summary: 'Take a conversation over from the bot',
  flags: z.object(conversationFlags),
  async run({ account, contact }, stores) {
    await takeOver(await stores.db(), account, contact)
    return { owner: 'person' }
  },
})
