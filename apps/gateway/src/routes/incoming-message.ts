import { showId } from '@parley/contracts/ids'
import { IncomingMessage, IncomingMessageAnswer } from '@parley/contracts/incoming-message'
import { acceptedMessage } from '../accepted-message.ts'
import { answers } from '../answers.ts'
import { largeBodyBytes, type Route } from '../route.ts'

export const incomingMessageRoute: Route = async (app, { intake }) => {
  app.post(
    '/incoming_custom_channel_message',
    {
      bodyLimit: largeBodyBytes,
      config: { errorShape: 'sentence' },
      schema: {
        tags: ['Messages'],
        summary: 'Accept a message from an external platform',
        description:
          'The answer comes when the message is safe; it is stored a moment later. The same `messageSid` always gives ' +
          'the same `messageId`, and is stored, answered and charged once: the first content wins.',
        body: IncomingMessage,
        response: answers(
          { 200: IncomingMessageAnswer.describe('Received, and being processed.') },
          { shape: 'sentence', body: true, codes: ['METHOD_NOT_ALLOWED'] },
        ),
      },
    },
    async (request) => {
      const message = acceptedMessage(request.account.accountId, request.body, request.id)
      await intake.accept(message)
      return { success: true as const, messageId: showId('message', message.id) }
    },
  )
}
