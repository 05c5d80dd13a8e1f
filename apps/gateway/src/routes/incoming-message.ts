import { ParleyError } from '@parley/contracts/errors'
import { externalContactId, incomingMessageId, showId } from '@parley/contracts/ids'
import { IncomingMessage, IncomingMessageAnswer } from '@parley/contracts/incoming-message'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AcceptMessage } from '../accept-messages.ts'

const path = '/incoming_custom_channel_message'

export const incomingMessageRoute: FastifyPluginAsyncZod<{ acceptMessage: AcceptMessage }> = async (app, options) => {
  app.post(
    path,
    { schema: { body: IncomingMessage, response: { 200: IncomingMessageAnswer } }, config: { errorShape: 'sentence' } },
    async (request) => {
      const message = acceptedMessage(request.account.accountId, request.body, request.id)
      await options.acceptMessage(message)
      return { success: true as const, messageId: showId('message', message.id) }
    },
  )
}

export const incomingMessageOtherMethods: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: path,
    schema: { hide: true },
    config: { errorShape: 'sentence' },
    onRequest: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new ParleyError('METHOD_NOT_ALLOWED', `Use POST for ${path}.`)
    },
    handler: async () => {},
  })
}

function acceptedMessage(accountId: string, incoming: IncomingMessage, requestId: string): AcceptedMessage {
  const { messageSid, id, campaignId, status, ...data } = incoming.customData
  const sid = messageSid ?? id ?? ''
  return {
    ...data,
    id: incomingMessageId(accountId, sid),
    accountId,
    contactId: externalContactId(accountId, data.fromId),
    sid,
    kind: incoming.messageType ?? 'text',
    status: status ?? 'received',
    campaignRef: campaignId,
    acceptedAt: Date.now(),
    requestId,
  }
}
