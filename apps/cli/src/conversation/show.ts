import { showConversation } from '@parley/data/conversations/show-conversation'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { conversationFlags } from './flags.ts'

export const conversationShow = defineVerb({
  name: 'conversation show',
  summary: 'Show the state of a conversation and its latest messages',
  flags: z.object(conversationFlags),
  run: async ({ account, contact }, stores) => showConversation(await stores.db(), account, contact),
})
