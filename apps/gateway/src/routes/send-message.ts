import { IdempotencyHeader } from '@parley/contracts/idempotency'
import { showId } from '@parley/contracts/ids'
import { SendMessage, SendMessageAnswer } from '@parley/contracts/send-message'
import { sendMessage } from '@parley/data/outgoing/send-message'
import { publishLive } from '@parley/queues/live'
import { wakeEndpoint } from '@parley/queues/wake'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const sendMessageRoute: Route = async (app, { db, queues }) => {
  app.post(
    '/send_custom_channel_message',
    {
      config: { errorShape: 'sentence' },
      schema: {
        tags: ['Messages'],
        summary: 'Send a message to a contact',
        description:
          'Contact and conversation are made when they are new, and `contactId` can be used at once. The message is ' +
          'posted to the webhook of the account; without one it becomes `Failed` and can be replayed later.',
        headers: IdempotencyHeader,
        body: SendMessage,
        response: answers(
          { 200: SendMessageAnswer.describe('Stored, and on its way.') },
          { shape: 'sentence', body: true, codes: ['IDEMPOTENCY_CONFLICT'] },
        ),
      },
    },
    async (request) => {
      const { messageId, contactId, wakeEndpointId } = await sendMessage(
        db,
        request.account.accountId,
        request.body.customData,
        { idempotencyKey: request.headers['idempotency-key'], requestId: request.id },
      )
      void publishLive(queues, [{ accountId: request.account.accountId, conversationId: contactId }])
      if (wakeEndpointId) await wakeEndpoint(queues, wakeEndpointId)
      return {
        success: true as const,
        messageId: showId('message', messageId),
        contactId: showId('contact', contactId),
        message: 'The message is stored for delivery.',
      }
    },
  )
}
