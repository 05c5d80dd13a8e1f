import { AcceptedMessage } from '@parley/contracts/jobs'
import type { Db } from '../db.ts'

export type DeadLetter = { id: string; accountId: string; message: AcceptedMessage; reason: string; createdAt: Date }

/** Keeps a message that cannot be stored, with the reason. The same one once more is the same dead letter. */
export async function setAside(db: Db, message: AcceptedMessage, reason: string): Promise<void> {
  await db.pool.query(
    `insert into dead_letter (id, account_id, payload, reason) values ($1, $2, $3, $4)
     on conflict (id) do update set reason = excluded.reason, created_at = excluded.created_at`,
    [message.id, message.accountId, JSON.stringify(message), reason],
  )
}

/** The oldest first, of any account: for an operator. */
export async function listDeadLetters(
  db: Db,
  options: { id?: string | undefined; before?: Date; limit: number },
): Promise<DeadLetter[]> {
  const { rows } = await db.pool.query(
    `select id, account_id, payload, reason, created_at from dead_letter
     where ($1::uuid is null or id = $1) and ($2::timestamptz is null or created_at < $2)
     order by created_at, id limit $3`,
    [options.id ?? null, options.before ?? null, options.limit],
  )
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    message: AcceptedMessage.parse(row.payload),
    reason: row.reason,
    createdAt: row.created_at,
  }))
}

export async function removeDeadLetters(db: Db, ids: string[]): Promise<void> {
  await db.pool.query('delete from dead_letter where id = any($1::uuid[])', [ids])
}
