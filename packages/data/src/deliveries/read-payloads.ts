import { showId } from '@parley/contracts/ids'
import type { Db } from '../db.ts'

type Row = {
  id: string
  payload: unknown
  messageId: string | null
  conversationId: string
  userId: string
  body: string
  toId: string | null
  channel: string
  createdAt: Date
  sentBy: string
  sequence: number
}

/** What is posted for each of these deliveries, by the delivery's id; of an erased message nothing. */
export async function readPayloads(db: Db, accountId: string, deliveryIds: string[]): Promise<Map<string, unknown>> {
  const { rows } = await db.pool.query<Row>(
    `select delivery.id, payload, message.id as "messageId", message.conversation_id as "conversationId",
       owner_id as "userId", body, external_id as "toId", channel, accepted_at as "createdAt", sent_by as "sentBy",
       message.sequence
     from delivery
     left join message on message.id = message_id
     left join account on account.id = delivery.account_id
     left join contact on contact.id = message.conversation_id
     where delivery.account_id = $1 and delivery.id = any($2::uuid[])`,
    [accountId, deliveryIds],
  )
  return new Map(rows.map((row) => [row.id, row.payload ?? (row.messageId && replyOf(row, row.messageId))]))
}

const replyOf = ({ conversationId, userId, createdAt, ...row }: Row, messageId: string) => ({
  contactId: showId('contact', conversationId),
  messageId: showId('message', messageId),
  userId: showId('user', userId),
  body: row.body,
  toId: row.toId,
  channel: row.channel,
  createdAt: createdAt.toISOString(),
  sentBy: row.sentBy,
  sequence: row.sequence,
})
