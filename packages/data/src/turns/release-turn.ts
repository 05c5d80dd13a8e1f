import type { Db } from '../db.ts'
import type { OpenTurn } from './read-open-turn.ts'

/** Lets go of a turn that has changed meanwhile, to be looked at anew; a newer message counts as a restart. */
export async function restartTurn(db: Db, turn: OpenTurn): Promise<void> {
  await release(
    db,
    turn,
    `turn_restarts = turn_restarts + (turn_no > $3)::int,
     turn_due_at = case when turn_no > $3 then turn_due_at else now() end`,
  )
}

/** Lets go of a turn that failed, to be tried again after a while. */
export async function retryTurn(db: Db, turn: OpenTurn, delayMs: number): Promise<void> {
  await release(db, turn, `turn_tries = turn_tries + 1, turn_due_at = now() + make_interval(secs => $4)`, [
    delayMs / 1_000,
  ])
}

async function release(db: Db, turn: OpenTurn, changes: string, values: number[] = []): Promise<void> {
  await db.pool.query(
    `update conversation set turn_claimed_until = null, ${changes}
     where account_id = $1 and id = $2 and answered_no < $3`,
    [turn.accountId, turn.conversationId, turn.turnNo, ...values],
  )
}
