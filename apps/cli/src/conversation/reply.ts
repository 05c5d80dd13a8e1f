import { showId } from '@parley/contracts/ids'
import { MessageBody } from '@parley/contracts/text'
import { typeReply } from '@parley/data/conversations/type-reply'
import { wakeEndpoint } from '@parley/queues/wake'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { conversationFlags } from './flags.ts'

export const conversationReply = defineVerb({
  name: 'conversation reply',
  summary: 'Answer as a person; the bot is silent until the conversation is released',
  flags: z.object({ ...conversationFlags, text: MessageBody.describe('The reply').meta({ value: 'TEXT' }) }),
  async run({ account, contact, text }, stores) {
    const reply = await typeReply(await stores.db(), account, contact, { text })
    if (reply.wakeEndpointId) await wakeEndpoint(await stores.queues(), reply.wakeEndpointId)
    return { messageId: showId('message', reply.messageId), sequence: reply.sequence, status: reply.status }
  },
})
