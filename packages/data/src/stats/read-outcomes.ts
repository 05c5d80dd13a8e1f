import type { Db } from '../db.ts'

export type Outcomes = {
  /** Of the latest outgoing messages: posted, and refused for now or for good. */
  sent: number
  failed: number
  /** From the first unanswered message to the bot's or a person's reply; null when nothing was answered. */
  medianReplyMs: number | null
}

/** However busy the account is, no more than its latest outgoing messages are looked at. */
const lookedAt = { deliveries: 5_000, replies: 1_000 }

/** How an account's outgoing messages of the last hours fared, the playground's left out. */
export async function readOutcomes(db: Db, accountId: string, hours: number): Promise<Outcomes> {
  const { rows } = await db.pool.query<Outcomes>(outcomesSql, [accountId, hours, lookedAt.deliveries, lookedAt.replies])
  return rows[0] ?? { sent: 0, failed: 0, medianReplyMs: null }
}

const outcomesSql = `
with latest as materialized (
  select conversation_id, accepted_at, status, sent_by
  from message
  where account_id = $1 and direction = 'outgoing'
  order by feed_xid desc, id desc
  limit $3
),
recent as materialized (
  select latest.* from latest join conversation on conversation.id = conversation_id
  where accepted_at >= now() - $2 * interval '1 hour' and not is_playground
),
answered as (
  select extract(epoch from reply.accepted_at - asked.at) * 1000 as took
  from (select * from recent where sent_by in ('bot', 'person') order by accepted_at desc limit $4) reply
  cross join lateral (
    select min(incoming.accepted_at) as at from message incoming
    where incoming.conversation_id = reply.conversation_id and direction = 'incoming' and kind = 'text'
      and incoming.accepted_at <= reply.accepted_at
      and incoming.accepted_at > coalesce((
        select max(earlier.accepted_at) from message earlier
        where earlier.conversation_id = reply.conversation_id and direction = 'outgoing'
          and earlier.accepted_at < reply.accepted_at
      ), '-infinity')
  ) asked
  where asked.at is not null
)
select count(*) filter (where status = 'Sent')::int as sent, count(*) filter (where status = 'Failed')::int as failed,
       (select percentile_cont(0.5) within group (order by took) from answered)::float8 as "medianReplyMs"
from recent`
