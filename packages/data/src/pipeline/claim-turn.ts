import type { TakeTurn } from '@parley/contracts/jobs'
import type { Db } from '../db.ts'
import { type OpenTurn, readOpenTurn } from '../turns/read-open-turn.ts'
import { claimS } from '../turns/renew-claim.ts'

/**
 * Makes the caller the one who is at the conversation's open turn, and reads it. Null when there is nothing to answer,
 * somebody else is at it, or a newer message has put it off.
 */
export async function claimTurn(db: Db, { conversationId, turnNo }: TakeTurn): Promise<OpenTurn | null> {
  const { rowCount } = await db.pool.query({
    name: 'claim-turn',
    text: claimSql,
    values: [conversationId, turnNo ?? null, claimS],
  })
  return rowCount === 0 ? null : readOpenTurn(db, conversationId)
}

// It stays due, so that the ticker finds it as soon as the claim of a worker that died has run out.
const claimSql = `
update conversation set turn_claimed_until = now() + make_interval(secs => $3), turn_due_at = now()
where id = $1 and turn_no > answered_no
  and (turn_no = $2 or turn_due_at <= now())
  and (turn_claimed_until is null or turn_claimed_until <= now())`
