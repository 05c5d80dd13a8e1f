import type { Db } from '../db.ts'

export type MediaFetch = { messageId: string; accountId: string; url: string; contentType: string; tries: number }

/** Takes up to `limit` files that are due. Another look takes them again when they are not settled within the lease. */
export async function claimMediaFetches(db: Db, options: { limit: number; leaseMs: number }): Promise<MediaFetch[]> {
  const { rows } = await db.pool.query(
    `update media_fetch set due_at = now() + $2 * interval '1 ms', tries = tries + 1
     where message_id in (
       select message_id from media_fetch where due_at <= now() order by due_at limit $1 for update skip locked
     )
     returning message_id as "messageId", account_id as "accountId", url, content_type as "contentType", tries`,
    [options.limit, options.leaseMs],
  )
  return rows
}

export async function retryMediaFetch(db: Db, messageId: string, delayMs: number): Promise<void> {
  await db.pool.query(`update media_fetch set due_at = now() + $2 * interval '1 ms' where message_id = $1`, [
    messageId,
    delayMs,
  ])
}

/** The message carries the file, or the reason why it has none; nothing is due any more. */
export async function settleMediaFetch(
  db: Db,
  messageId: string,
  outcome: { mediaId: string } | { error: string },
): Promise<{ accountId: string; conversationId: string } | null> {
  const { rows } = await db.pool.query(
    `with done as (delete from media_fetch where message_id = $1 returning message_id)
     update message set media_id = $2, media_error = $3
     from done where message.id = done.message_id
     returning message.account_id as "accountId", message.conversation_id as "conversationId"`,
    [messageId, 'mediaId' in outcome ? outcome.mediaId : null, 'error' in outcome ? outcome.error : null],
  )
  return rows[0] ?? null
}
