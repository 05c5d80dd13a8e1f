import { readId, showId } from '@parley/contracts/ids'
import { playgroundSecret, recordReceipt } from '@parley/data/playground/record-receipt'
import { publishLive } from '@parley/queues/live'
import type { FastifyInstance } from 'fastify'
import { Webhook } from 'standardwebhooks'
import type { ConsoleParts } from '../parts.ts'

export const receiverPath = (accountId: string): string => `/playground/receive/${showId('account', accountId)}`

/** Only these say something about the post; the rest is transport. */
const shownHeaders = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'user-agent']

/** Plays the external platform's webhook: takes a reply, checks its signature, and keeps it for the playground. */
export async function registerReceiver(app: FastifyInstance, parts: ConsoleParts): Promise<void> {
  const { db, queues, secretsKey } = parts
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { account: string } }>('/playground/receive/:account', async (request, reply) => {
      const accountId = readId('account', request.params.account)
      const secret = accountId && (await playgroundSecret(db, secretsKey, accountId))
      if (!secret) return reply.code(404).send({ error: 'There is no playground here.' })
      const body = String(request.body ?? '')
      const headers = Object.fromEntries(
        shownHeaders.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
      )
      const verified = isSigned(secret, body, headers)
      // Kept only when it is ours: the address is open to anybody who reaches this port.
      if (!verified) return reply.code(401).send({ error: 'The signature does not match.' })
      const { conversationId } = await recordReceipt(db, accountId, {
        messageId: messageIdOf(body),
        headers,
        body,
        verified,
      })
      if (conversationId) void publishLive(queues, [{ accountId, conversationId }])
      return { received: true }
    })
  })
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

function messageIdOf(body: string): string | null {
  try {
    return readId('message', String(JSON.parse(body).messageId))
  } catch {
    return null
  }
}
