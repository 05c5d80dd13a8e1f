import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'

export type PrunedSlice = {
  messages: number
  /** Where the next slice begins; null after the last. */
  next: string | null
}

/**
 * Deletes what was accepted before `before` in some conversations, with its deliveries and turns. Contacts and
 * conversations stay, and so does what is still to be delivered. A pruned `messageSid` is not known any more: sent
 * again it is a new message.
 */
export const pruneSlice = (
  db: Db,
  { before, after, conversations }: { before: Date; after: string | null; conversations: number },
): Promise<PrunedSlice> =>
  runAgainAfterRace(() =>
    inTransaction(db, async (client) => {
      const page = await client.query<{ id: string }>(
        'select id from conversation where $1::uuid is null or id > $1 order by id limit $2 for update',
        [after, conversations],
      )
      const ids = page.rows.map(({ id }) => id)
      const { rows } = await client.query<{ messages: number }>(pruneSql, [ids, before])
      await client.query('delete from turn where conversation_id = any($1::uuid[]) and stored_at < $2', [ids, before])
      return { messages: rows[0]?.messages ?? 0, next: ids.length < conversations ? null : (ids.at(-1) ?? null) }
    }),
  )

const pruneSql = `
with gone as (
  delete from message m
  where conversation_id = any($1::uuid[]) and accepted_at < $2
    and not exists (select from delivery d where d.message_id = m.id and (d.due_at is not null or d.is_held))
  returning id, conversation_id, direction
),
deliveries as (delete from delivery where message_id in (select id from gone)),
fetches as (delete from media_fetch where message_id in (select id from gone)),
counted as (
  select conversation_id, count(*)::int as messages from gone group by conversation_id
),
conversations as (
  update conversation c
  set message_count = greatest(0, c.message_count - counted.messages),
      unread_count = least(c.unread_count, greatest(0, c.message_count - counted.messages))
  from counted where c.id = counted.conversation_id
)
select count(*)::int as messages from gone`
