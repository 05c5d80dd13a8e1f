import type pg from 'pg'
import type { OpenTurn } from './read-open-turn.ts'

/** A newer message starts the turn over this often; then what it has seen is answered, and the rest is the next turn. */
const maxRestarts = 2

export const mayMissNewer = (turn: OpenTurn): boolean => turn.restarts >= maxRestarts

export type TurnRecord = {
  outcome: 'replied' | 'silent' | 'handed_over'
  reason: string
  campaignId?: string | undefined
  routedBy?: string | undefined
  replyId?: string | undefined
  engine?: string | undefined
  usage?: Record<string, unknown> | undefined
  charged?: string | undefined
  generatedAt?: Date | undefined
  /** How long the messages that came meanwhile, if any, wait for more. */
  quietMs?: number | undefined
}

/** What must still be so in the transaction that answers. The bot may be silent in any case. */
const conditions = {
  silent: 'true',
  handed_over: `owner = 'bot'`,
  replied: `owner = 'bot' and bot_enabled and needs_person_since is null
    and exists (select from contact where contact.id = c.id and contact.bot_enabled and not do_not_disturb)
    and exists (select from account where account.id = c.account_id and account.bot_enabled and disabled_at is null)`,
}

/**
 * Answers the turn by compare-and-set, in the caller's transaction: false, and nothing written, when it was answered
 * already or something has changed meanwhile. Silence and handing over to a person answer it too.
 */
export async function answerTurn(client: pg.ClientBase, turn: OpenTurn, record: TurnRecord): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `answer-turn-${record.outcome}`,
    text: answerSql(record.outcome),
    values: [
      turn.accountId,
      turn.conversationId,
      turn.turnNo,
      mayMissNewer(turn),
      (record.quietMs ?? 0) / 1_000,
      record.outcome === 'handed_over' ? record.reason : null,
    ],
  })
  if (rowCount === 0) return false
  await client.query({
    name: 'mark-turn',
    text: 'update message set turn_no = $2 where id = any($1)',
    values: [turn.openIds, turn.turnNo],
  })
  await client.query({
    name: 'record-turn',
    text: recordSql,
    values: [
      turn.conversationId,
      turn.turnNo,
      turn.accountId,
      record.outcome,
      record.reason,
      record.campaignId ?? null,
      record.routedBy ?? null,
      record.replyId ?? null,
      record.engine ?? null,
      record.usage ? JSON.stringify(record.usage) : null,
      record.charged ?? null,
      turn.readAt,
      record.generatedAt ?? null,
    ],
  })
  return true
}

const answerSql = (outcome: TurnRecord['outcome']) => `
update conversation c set
  answered_no = $3,
  turn_tries = 0,
  turn_restarts = 0,
  turn_claimed_until = null,
  turn_first_at = case when turn_no > $3 then now() end,
  turn_due_at = case when turn_no > $3 then now() + make_interval(secs => $5) end,
  needs_person_since = case when $6::text is null then needs_person_since else now() end,
  needs_person_reason = coalesce($6, needs_person_reason)
where account_id = $1 and id = $2 and answered_no < $3 and (turn_no = $3 or $4 and turn_no > $3)
  and ${conditions[outcome]}`

const recordSql = `
insert into turn (
  conversation_id, turn_no, account_id, outcome, reason, campaign_id, routed_by, reply_id, engine, usage, charged,
  decided_at, generated_at
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
