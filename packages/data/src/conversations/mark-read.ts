import type { Db } from '../db.ts'

export async function markRead(db: Db, accountId: string, conversationId: string): Promise<void> {
  await db.pool.query(
    'update conversation set unread_count = 0 where account_id = $1 and id = $2 and unread_count > 0',
    [accountId, conversationId],
  )
}
