import { ParleyError } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import type { Reply } from '@parley/contracts/replies'
import type { Db } from '../db.ts'

type Row = Omit<Reply, 'createdAt'> & { createdAt: Date; xid: string }

/**
 * Outgoing messages in the order of their transactions. Rows of a transaction that might still be preceded by one
 * that has not ended are held back, so nothing ever appears behind a cursor.
 */
export async function listReplies(db: Db, accountId: string, page: { after?: string | undefined; limit: number }) {
  const after = page.after === undefined ? ['0', '00000000-0000-0000-0000-000000000000'] : readCursor(page.after)
  const { rows } = await db.pool.query<Row>(
    `select message.id as "messageId", conversation_id as "contactId", owner_id as "userId", body,
            contact.external_id as "toId", message.channel, accepted_at as "createdAt", sent_by as "sentBy",
            sequence, status, feed_xid::text as xid
     from message
     join account on account.id = message.account_id
     join contact on contact.id = conversation_id
     join conversation on conversation.id = conversation_id and not is_playground
     where message.account_id = $1 and direction = 'outgoing'
       and feed_xid < pg_snapshot_xmin(pg_current_snapshot())
       and (feed_xid, message.id) > ($2::xid8, $3::uuid)
     order by feed_xid, message.id
     limit $4`,
    [accountId, ...after, page.limit + 1],
  )
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    replies: shown.map(showReply),
    cursor: last ? showCursor(last) : (page.after ?? null),
    hasMore: rows.length > shown.length,
  }
}

const showReply = ({ xid: _, messageId, contactId, userId, createdAt, ...row }: Row): Reply => ({
  contactId: showId('contact', contactId),
  messageId: showId('message', messageId),
  userId: showId('user', userId),
  ...row,
  createdAt: createdAt.toISOString(),
})

const showCursor = ({ xid, messageId }: Row) => Buffer.from(`${xid}.${messageId}`).toString('base64url')

function readCursor(cursor: string): string[] {
  const read = /^(\d{1,19})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  if (!read) throw new ParleyError('BAD_REQUEST', 'after must be the cursor of an earlier answer, as it was')
  return read.slice(1)
}
