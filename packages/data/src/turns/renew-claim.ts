import type { Db } from '../db.ts'
import type { OpenTurn } from './read-open-turn.ts'

/** Renewed while a worker is at the turn; when it dies, another may begin after this time. */
export const claimS = 10

export type TurnState = {
  /** A message has come that the turn has not seen. */
  hasNewer: boolean
  /** It is no longer the bot's to answer: a person has taken over, it is switched off, or it is answered. */
  isLost: boolean
}

/** Says that a worker is still at the turn, and hears what has changed meanwhile. */
export async function renewClaim(db: Db, turn: OpenTurn): Promise<TurnState> {
  const { rows } = await db.pool.query<TurnState>({
    name: 'renew-claim',
    text: renewSql,
    values: [turn.accountId, turn.conversationId, turn.turnNo, claimS],
  })
  return rows[0] ?? { hasNewer: false, isLost: true }
}

const renewSql = `
update conversation set turn_claimed_until = now() + make_interval(secs => $4)
where account_id = $1 and id = $2 and answered_no < $3
returning turn_no > $3 as "hasNewer", owner <> 'bot' or not bot_enabled as "isLost"`
