import type { TakeTurn } from '@parley/contracts/jobs'
import type { Db } from '../db.ts'

/** Longer than a wake-up usually waits in the queue; one that was lost is made again after it. */
const leaseS = 30

/**
 * Takes the conversations, of any account, in which the bot is due and nobody is at it, and puts them off by a lease,
 * so that no other process wakes somebody for them meanwhile.
 */
export async function takeDueTurns(db: Db, limit: number): Promise<TakeTurn[]> {
  const { rows } = await db.pool.query<TakeTurn>({ name: 'take-due-turns', text: dueSql, values: [limit, leaseS] })
  return rows
}

const dueSql = `
with due as (
  select id from conversation
  where turn_due_at <= now() and (turn_claimed_until is null or turn_claimed_until <= now())
  order by turn_due_at
  limit $1
  for update skip locked
)
update conversation c set turn_due_at = now() + make_interval(secs => $2)
from due
where c.id = due.id
returning c.id as "conversationId", c.turn_no as "turnNo"`
