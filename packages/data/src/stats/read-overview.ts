import type { Db } from '../db.ts'

type Totals = {
  incoming: number
  outgoing: number
  sent: number
  tried: number
  bot: number
  medianReplyS: number | null
}

/** Every message of the period is looked at once, through the conversations that changed in it. */
const recentSql = `
  select m.* from conversation c
  join message m on m.conversation_id = c.id
  where c.account_id = $1 and not c.is_playground
    and c.last_message_at >= now() - make_interval(hours => $2) and m.accepted_at >= now() - make_interval(hours => $2)`

/** How the account fared in the last hours, by hour or, for longer times, by day. Playground traffic does not count. */
export async function readOverview(db: Db, accountId: string, hours: number) {
  const step = hours > 48 ? 'day' : 'hour'
  const [points, totals, facts] = await Promise.all([
    db.pool.query<{ at: Date; incoming: number; outgoing: number }>(
      `with recent as (${recentSql})
       select slot as at,
         count(*) filter (where direction = 'incoming')::int as incoming,
         count(*) filter (where direction = 'outgoing')::int as outgoing
       from generate_series(
         date_trunc('${step}', now() - make_interval(hours => $2)), now(), interval '1 ${step}'
       ) as slots (slot)
       left join recent on date_trunc('${step}', accepted_at) = slot
       group by slot order by slot`,
      [accountId, hours],
    ),
    db.pool.query<Totals>(
      `with recent as (${recentSql}),
       answered as (
         select extract(epoch from accepted_at - asked_at) as seconds
         from (
           select direction, accepted_at, lag(direction) over w as before, lag(accepted_at) over w as asked_at
           from recent window w as (partition by conversation_id order by accepted_at, id)
         ) ordered
         where direction = 'outgoing' and before = 'incoming'
       )
       select
         count(*) filter (where direction = 'incoming')::int as incoming,
         count(*) filter (where direction = 'outgoing')::int as outgoing,
         count(*) filter (where direction = 'outgoing' and status = 'Sent')::int as sent,
         count(*) filter (where direction = 'outgoing' and status in ('Sent', 'Failed'))::int as tried,
         count(*) filter (where sent_by = 'bot')::int as bot,
         (select percentile_cont(0.5) within group (order by seconds) from answered)::float8 as "medianReplyS"
       from recent`,
      [accountId, hours],
    ),
    db.pool.query<{ waitingForPerson: number; credits: string | null }>(
      `select
         (select count(*)::int from conversation where account_id = $1 and needs_person_since is not null)
           as "waitingForPerson",
         case when kind = 'sub_account' then (
           select trim_scale(balance)::text from credit_balance where account_id = $1
         ) end as credits
       from account where id = $1`,
      [accountId],
    ),
  ])
  const [total] = totals.rows
  const [fact] = facts.rows
  const { incoming = 0, outgoing = 0, sent = 0, tried = 0, bot = 0, medianReplyS = null } = total ?? {}
  return {
    points: points.rows,
    incoming,
    outgoing,
    deliveredShare: tried === 0 ? null : sent / tried,
    botShare: outgoing === 0 ? null : bot / outgoing,
    medianReplyS,
    waitingForPerson: fact?.waitingForPerson ?? 0,
    credits: fact?.credits ?? null,
  }
}
