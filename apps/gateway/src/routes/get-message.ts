import { ParleyError } from '@parley/contracts/errors'
import { readId } from '@parley/contracts/ids'
import type { Db } from '@parley/data/db'
import { getMessage } from '@parley/data/messages/get-message'
import { showMessage } from '@parley/data/messages/show-message'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

export const getMessageRoute: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get('/messages/:messageId', { schema: { params: z.object({ messageId: z.string() }) } }, async (request) => {
    const id = readId('message', request.params.messageId)
    const passport = id && (await getMessage(db, request.account.accountId, id))
    if (!passport) {
      // An accepted message is a row only a moment later.
      throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such message, or it is not stored yet.', {
        retryAfterS: 1,
      })
    }
    return showMessage(passport)
  })
}
