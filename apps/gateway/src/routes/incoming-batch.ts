import { ParleyError } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import { showId } from '@parley/contracts/ids'
import { BatchItem, IncomingBatch, IncomingBatchAnswer } from '@parley/contracts/incoming-message'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { type Intake, maxGroupItems } from '../accept-messages.ts'
import { acceptedMessage } from '../accepted-message.ts'
import { answers } from '../answers.ts'
import { limitRate } from '../plugins/limit-rate.ts'
import { largeBodyBytes, type Route } from '../route.ts'

const messagesPerRequest = 10

type Result = IncomingBatchAnswer['results'][number]
type Item = { message: AcceptedMessage } | { fault: Result }

export const incomingBatchRoute: Route = async (app, { intake, limiter }) => {
  app.post(
    '/incoming_custom_channel_messages/batch',
    {
      bodyLimit: largeBodyBytes,
      config: { errorShape: 'sentence' },
      schema: {
        tags: ['Messages'],
        summary: 'Accept up to 1,000 messages',
        description:
          'A bad message does not spoil the others: look at the results. A batch counts as one request for every ' +
          `${messagesPerRequest} messages begun. Embedded files (data URIs) are sent one by one instead.`,
        body: IncomingBatch,
        response: answers(
          { 200: IncomingBatchAnswer.describe('What became of each message.') },
          { shape: 'sentence', body: true },
        ),
      },
    },
    async (request, reply) => {
      const { messages } = request.body
      const furtherRequests = Math.ceil(messages.length / messagesPerRequest) - 1
      if (furtherRequests > 0) await limitRate(limiter, request, reply, furtherRequests)

      const items = messages.map((item) => readItem(item, request.account.accountId, request.id))
      const good = items.flatMap((item) => ('message' in item ? [item.message] : []))
      const refused = await acceptAll(good, intake)
      const results = items.map((item): Result => {
        if ('fault' in item) return item.fault
        const refusal = refused.get(item.message)
        if (refusal) return { success: false, error: refusal.message, retryable: true }
        return { success: true, messageId: showId('message', item.message.id) }
      })
      const accepted = good.length - refused.size
      const [refusal] = refused.values()
      if (accepted === 0 && refusal) throw refusal
      return { success: true as const, accepted, rejected: results.length - accepted, results }
    },
  )
}

function readItem(item: unknown, accountId: string, requestId: string): Item {
  const read = BatchItem.safeParse(item)
  if (read.success) return { message: acceptedMessage(accountId, read.data, requestId) }
  const [issue] = read.error.issues
  const error = issue ? explainIssue(issue, 'The message') : 'The message is not valid'
  return { fault: { success: false, error, retryable: false } }
}

/** In groups that are accepted whole or not at all; tells which messages could not be taken now. */
async function acceptAll(messages: AcceptedMessage[], intake: Intake) {
  const refused = new Map<AcceptedMessage, ParleyError>()
  for (let from = 0; from < messages.length; from += maxGroupItems) {
    const group = messages.slice(from, from + maxGroupItems)
    await intake.acceptTogether(group).catch((error: unknown) => {
      if (!(error instanceof ParleyError)) throw error
      for (const message of group) refused.set(message, error)
    })
  }
  return refused
}
