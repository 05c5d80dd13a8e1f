import { ParleyError } from '@parley/contracts/errors'
import { readId } from '@parley/contracts/ids'
import { MessagePassport } from '@parley/contracts/messages'
import { getMessage } from '@parley/data/messages/get-message'
import { showMessage } from '@parley/data/messages/show-message'
import { z } from 'zod'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const getMessageRoute: Route = async (app, { db }) => {
  app.get(
    '/messages/:messageId',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Show a message and everything that happened to it',
        description: 'A message that was accepted a moment ago may not be stored yet: 404 with `Retry-After: 1`.',
        params: z.object({ messageId: z.string() }),
        response: answers(
          { 200: MessagePassport.describe('The message with its timeline.') },
          { codes: ['MESSAGE_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const id = readId('message', request.params.messageId)
      const passport = id && (await getMessage(db, request.account.accountId, id))
      if (!passport) {
        throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such message, or it is not stored yet.', {
          retryAfterS: 1,
        })
      }
      return showMessage(passport)
    },
  )
}
