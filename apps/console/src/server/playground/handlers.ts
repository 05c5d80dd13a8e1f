import { ParleyError } from '@parley/contracts/errors'
import { externalContactId, incomingMessageId, newId, showId } from '@parley/contracts/ids'
import type { playgroundApi } from '@parley/contracts/session/playground'
import { getMessage } from '@parley/data/messages/get-message'
import { showMessage } from '@parley/data/messages/show-message'
import { ensurePlaygroundEndpoint } from '@parley/data/playground/ensure-playground-endpoint'
import { readPlayground } from '@parley/data/playground/read-playground'
import { findReceipt } from '@parley/data/playground/record-receipt'
import { storeMessages } from '@parley/queues/catalog'
import type { Caller } from '../caller.ts'
import type { Handlers } from '../endpoints.ts'
import { receiverPath } from './receiver.ts'

const toId = 'playground'

/** Everybody plays with customers of their own. */
const fromIdOf = (caller: Caller, visitor: string) => `playground-${caller.userId.slice(0, 8)}-${visitor}`

export const playgroundHandlers: Handlers<typeof playgroundApi> = {
  'GET /playground': async ({ db, accountId, caller, query }) => {
    const fromId = fromIdOf(caller, query.visitor)
    const conversationId = externalContactId(accountId, fromId)
    const { owner, botEnabled, campaign, questions, messages } = await readPlayground(db, accountId, conversationId)
    return {
      conversationId: showId('contact', conversationId),
      fromId,
      owner,
      bot: { enabled: botEnabled, campaign },
      suggestions: questions,
      messages: messages.map(({ id, acceptedAt, ...message }) => ({
        id: showId('message', id),
        at: acceptedAt.toISOString(),
        ...message,
      })),
    }
  },

  'POST /playground/messages': async ({ db, queues, secretsKey, internalUrl, accountId, caller, body, request }) => {
    await ensurePlaygroundEndpoint(db, secretsKey, accountId, internalUrl + receiverPath(accountId))
    const fromId = fromIdOf(caller, body.visitor)
    const sid = `playground-${newId()}`
    const id = incomingMessageId(accountId, sid)
    const customData = { messageSid: sid, fromId, toId, body: body.body, channel: 'playground' }
    const message = {
      id,
      accountId,
      contactId: externalContactId(accountId, fromId),
      sid,
      fromId,
      toId,
      kind: 'text' as const,
      body: body.body,
      status: 'received',
      channel: 'playground',
      firstName: 'Playground',
      lastName: 'visitor',
      acceptedAt: Date.now(),
      requestId: request.id,
      playground: true,
    }
    await queues.enqueue(storeMessages, { messages: [message] }).catch((cause: unknown) => {
      throw new ParleyError('UNAVAILABLE', 'The queue cannot take the message now; try again shortly.', { cause })
    })
    const messageId = showId('message', id)
    return {
      messageId,
      request: { method: 'POST', path: '/v1/incoming_custom_channel_message', body: { customData } },
      answer: { success: true, messageId },
    }
  },

  'GET /playground/messages/:message': async ({ db, accountId, params }) => {
    const passport = await getMessage(db, accountId, params.message)
    if (!passport) throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such message, or it is not stored yet.')
    const reply = passport.replyId ? await getMessage(db, accountId, passport.replyId) : null
    const receipt = passport.replyId ? await findReceipt(db, accountId, passport.replyId) : null
    const shown = showMessage(passport)
    return {
      message: {
        id: shown.messageId,
        body: shown.body,
        timeline: shown.timeline,
        creditsCharged: shown.creditsCharged,
      },
      reply: reply && {
        id: showId('message', reply.message.id),
        body: reply.message.body,
        status: reply.message.status,
        error: reply.message.error,
        timeline: showMessage(reply).timeline,
      },
      receipt: receipt && {
        receivedAt: receipt.receivedAt.toISOString(),
        verified: receipt.verified,
        headers: receipt.headers as Record<string, string>,
        body: receipt.body,
      },
    }
  },
}
