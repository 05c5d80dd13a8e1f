import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { answerTurn, type TurnRecord } from './answer-turn.ts'
import type { OpenTurn } from './read-open-turn.ts'

/** Answers a turn without a reply: in silence, or by asking for a person. False when it has changed meanwhile. */
export const closeTurn = (
  db: Db,
  turn: OpenTurn,
  record: TurnRecord & { outcome: 'silent' | 'handed_over' },
): Promise<boolean> => inTransaction(db, (client) => answerTurn(client, turn, record))
