import { z } from 'zod'

const StageDetail = z.union([z.string(), z.number(), z.null()])

/** Answer of `GET /messages/{messageId}`: the message and everything that happened to it. */
export const MessagePassport = z.object({
  messageId: z.string(),
  contactId: z.string(),
  direction: z.enum(['incoming', 'outgoing']),
  messageType: z.enum(['text', 'reaction']),
  messageSid: z.string().nullable(),
  fromId: z.string().nullable(),
  toId: z.string().nullable(),
  body: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  channel: z.string(),
  campaignId: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  mediaContentType: z.string().nullable(),
  mediaError: z.string().nullable(),
  sentBy: z.enum(['bot', 'person', 'api']).nullable(),
  sequence: z.int().nullable(),
  replyMessageId: z.string().nullable(),
  inReplyToMessageId: z.string().nullable(),
  creditsCharged: z.number(),
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  timeline: z.array(z.object({ stage: z.string(), at: z.iso.datetime() }).catchall(StageDetail)),
})
