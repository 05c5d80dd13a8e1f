import { handBack } from '@parley/data/conversations/hand-back'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { conversationFlags } from './flags.ts'

export const conversationRelease = defineVerb({
  name: 'conversation release',
  summary: 'Hand a conversation back to the bot',
  flags: z.object(conversationFlags),
  async run({ account, contact }, stores) {
    await handBack(await stores.db(), account, contact)
    return { owner: 'bot' }
  },
})
