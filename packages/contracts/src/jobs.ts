import { z } from 'zod'

/**
 * One accepted message on its way into the database. Old and new code meet in the queue during a deployment:
 * a field added later is optional.
 */
export const AcceptedMessage = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  contactId: z.uuid(),
  fromId: z.string(),
  sid: z.string(),
  toId: z.string(),
  kind: z.enum(['text', 'reaction']),
  body: z.string(),
  status: z.string(),
  channel: z.string().optional(),
  campaignRef: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  mediaUrl: z.string().optional(),
  mediaContentType: z.string().optional(),
  mediaId: z.uuid().optional(),
  /** Milliseconds since 1970, by the gateway that accepted it. */
  acceptedAt: z.number(),
  requestId: z.string(),
  /** Typed in the console's playground: replies go to its own receiver, never to the account's webhook. */
  playground: z.boolean().optional(),
})
export type AcceptedMessage = z.infer<typeof AcceptedMessage>

export const StoreMessages = z.object({ messages: z.array(AcceptedMessage).min(1) })
export type StoreMessages = z.infer<typeof StoreMessages>

/** Look whether the bot is due in this conversation, as it was when it had `turnNo` answerable messages. */
export const TakeTurn = z.object({ conversationId: z.uuid(), turnNo: z.int().optional() })
export type TakeTurn = z.infer<typeof TakeTurn>

/** Post what is due at this endpoint. */
export const DrainEndpoint = z.object({ endpointId: z.uuid() })
export type DrainEndpoint = z.infer<typeof DrainEndpoint>

/** One grant that a caller waits for. */
export const RequestedGrant = z.object({
  id: z.uuid(),
  agencyId: z.uuid(),
  email: z.string(),
  /** A decimal string. */
  amount: z.string(),
  description: z.string().optional(),
  /** The caller's idempotency key. */
  key: z.string().optional(),
  actor: z.string(),
  /** Milliseconds since 1970, by the gateway that was asked. */
  askedAt: z.number(),
  requestId: z.string(),
})
export type RequestedGrant = z.infer<typeof RequestedGrant>

export const ApplyGrants = z.object({ grants: z.array(RequestedGrant).min(1) })
export type ApplyGrants = z.infer<typeof ApplyGrants>

/** Make the grants of a batch, which stands in Postgres. */
export const ApplyBatch = z.object({ batchId: z.uuid() })
export type ApplyBatch = z.infer<typeof ApplyBatch>
