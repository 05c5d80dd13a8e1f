import type { Db } from '../db.ts'
import { noConversation } from './take-over.ts'

/** Gives the conversation back to the bot, which answers what comes from now on and knows nothing of what was before. */
export async function handBack(db: Db, accountId: string, contactId: string): Promise<void> {
  const { rowCount } = await db.pool.query(
    `update conversation set owner = 'bot', assignee_id = null, handed_back_at = now(),
       needs_person_since = null, needs_person_reason = null
     where account_id = $1 and id = $2`,
    [accountId, contactId],
  )
  if (rowCount === 0) throw noConversation()
}
