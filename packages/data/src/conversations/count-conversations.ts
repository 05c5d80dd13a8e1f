import type { Db } from '../db.ts'

const countedAtMost = 1_000

/** How many there are to look at, by filter. Beyond a thousand nobody counts, so neither do we. */
export async function countConversations(db: Db, accountId: string, userId: string) {
  const upTo = (sql: string) => `(select count(*)::int from (${sql} limit ${countedAtMost}) counted)`
  const { rows } = await db.pool.query<Record<'unread' | 'needs_person' | 'mine' | 'failed', number>>(
    `select
       ${upTo('select from conversation where account_id = $1 and unread_count > 0')} as unread,
       ${upTo('select from conversation where account_id = $1 and needs_person_since is not null')} as needs_person,
       ${upTo('select from conversation where account_id = $1 and assignee_id = $2')} as mine,
       ${upTo(`select distinct conversation_id from message
         where account_id = $1 and direction = 'outgoing' and status = 'Failed'`)} as failed`,
    [accountId, userId],
  )
  return rows[0] ?? { unread: 0, needs_person: 0, mine: 0, failed: 0 }
}
