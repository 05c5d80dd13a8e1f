import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

/** Gives the conversation to a teammate, or to nobody. Who answers, bot or person, stays as it is. */
export async function assign(db: Db, accountId: string, conversationId: string, userId: string | null): Promise<void> {
  const { rowCount } = await db.pool.query(
    `update conversation set assignee_id = $3
     where account_id = $1 and id = $2
       and ($3::uuid is null or exists (select from membership where account_id = $1 and user_id = $3))`,
    [accountId, conversationId, userId],
  )
  if (rowCount === 0) throw new ParleyError('NOT_FOUND', 'There is no such conversation or teammate.')
}
