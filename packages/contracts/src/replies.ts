import { z } from 'zod'
import { Cursor, pageLimit } from './paging.ts'

/** Query of `GET /replies`. */
export const RepliesQuery = z.object({ after: Cursor, limit: pageLimit(100, 500) })

/** What is posted to the webhook about an outgoing message, with its delivery status. */
export const Reply = z.object({
  contactId: z.string(),
  messageId: z.string(),
  userId: z.string(),
  body: z.string(),
  toId: z.string(),
  channel: z.string(),
  createdAt: z.iso.datetime(),
  sentBy: z.enum(['bot', 'person', 'api']),
  sequence: z.int(),
  status: z.enum(['Pending', 'Sent', 'Failed']),
})
export type Reply = z.output<typeof Reply>

export const Replies = z.object({
  replies: z.array(Reply),
  cursor: z.string().nullable().describe('Give it as `after` to go on from here; null when there is nothing yet.'),
  hasMore: z.boolean(),
})
