import type { Db } from '../db.ts'

export type HourOfTraffic = { hour: Date; incoming: number; bot: number; person: number; api: number }

/**
 * An account's messages by the hour, of the last so many hours including the running one; quiet hours too. The hours
 * that are rolled up cost a row each, and what was stored since is counted now: a minute's worth as a rule.
 */
export async function readTraffic(db: Db, accountId: string, hours: number): Promise<HourOfTraffic[]> {
  const { rows } = await db.pool.query<HourOfTraffic>(trafficSql, [accountId, hours])
  return rows
}

const trafficSql = `
with mark as materialized (select at from watermark where name = 'message_hour'),
span as (
  select generate_series(
    date_trunc('hour', now(), 'UTC') - ($2::int - 1) * interval '1 hour', date_trunc('hour', now(), 'UTC'), '1 hour'
  ) as hour
),
fresh as (
  select date_trunc('hour', accepted_at, 'UTC') as hour, count(*) filter (where direction = 'incoming') as incoming,
         count(*) filter (where sent_by = 'bot') as bot, count(*) filter (where sent_by = 'person') as person,
         count(*) filter (where sent_by = 'api') as api
  from message join conversation on conversation.id = conversation_id
  where stored_at >= (select at from mark) and message.account_id = $1 and not is_playground
  group by 1
)
select span.hour, coalesce(old.incoming, 0) + coalesce(fresh.incoming, 0)::int as incoming,
       coalesce(old.bot, 0) + coalesce(fresh.bot, 0)::int as bot,
       coalesce(old.person, 0) + coalesce(fresh.person, 0)::int as person,
       coalesce(old.api, 0) + coalesce(fresh.api, 0)::int as api
from span
left join message_hour old on old.account_id = $1 and old.hour = span.hour
left join fresh on fresh.hour = span.hour
order by span.hour`
