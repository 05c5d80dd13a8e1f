import type { Db } from '../db.ts'
import { type Page, toPage } from '../page.ts'

export type ConversationMessage = {
  id: string
  direction: 'incoming' | 'outgoing'
  kind: 'text' | 'reaction'
  body: string
  status: string
  error: string | null
  nextAttemptAt: Date | null
  sentBy: 'bot' | 'person' | 'api' | null
  author: string | null
  mediaContentType: string | null
  mediaId: string | null
  mediaBytes: number | null
  mediaError: string | null
  acceptedAt: Date
}

/** Messages of a conversation in the one order that everybody uses, the newest first. */
export async function listMessages(
  db: Db,
  accountId: string,
  conversationId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ConversationMessage>> {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor ?? '')
  const before = match ? new Date(Number(match[1])) : null
  const { rows } = await db.pool.query<ConversationMessage>(
    `with page as materialized (
       select * from message
       where conversation_id = $2 and account_id = $1
         and ($3::timestamptz is null or (accepted_at, id) < ($3, $4::uuid))
       order by accepted_at desc, id desc
       limit $5
     )
     select page.id, direction, kind, body, status, error, sent_by as "sentBy", author.name as author,
       coalesce(media.content_type, media_content_type) as "mediaContentType", media_id as "mediaId",
       media.size_bytes as "mediaBytes", media_error as "mediaError", accepted_at as "acceptedAt",
       case when status = 'Failed' then (
         select min(due_at) from delivery where message_id = page.id and due_at is not null
       ) end as "nextAttemptAt"
     from page
     left join "user" author on author.id = page.sent_by_id
     left join media on media.id = page.media_id and media.account_id = $1
     order by accepted_at desc, page.id desc`,
    [accountId, conversationId, before, match?.[2] ?? null, limit + 1],
  )
  return toPage(rows, limit, ({ acceptedAt, id }) => `${acceptedAt.getTime()}_${id}`)
}

export async function isPlaygroundMessage(db: Db, accountId: string, messageId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from message join conversation on conversation.id = conversation_id
     where message.id = $2 and message.account_id = $1 and is_playground`,
    [accountId, messageId],
  )
  return rowCount === 1
}
