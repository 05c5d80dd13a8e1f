import { z } from 'zod'

/** The body that a reply is posted with: the six fields of the API, then ours. */
export const ReplyEvent = z.object({
  contactId: z.string(),
  messageId: z.string(),
  userId: z.string(),
  body: z.string(),
  toId: z.string().nullable(),
  channel: z.string(),
  createdAt: z.string(),
  sentBy: z.enum(['bot', 'person', 'api']),
  sequence: z.number(),
})
export type ReplyEvent = z.infer<typeof ReplyEvent>

/** Failures in a row after which only one try at a time goes through. */
export const breakerOpensAt = 10
