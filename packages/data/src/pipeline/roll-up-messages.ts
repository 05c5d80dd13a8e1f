import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'

type Span = { since: Date; until: Date; more: boolean }

/**
 * Adds messages that were stored since the last time to the hours of their accounts, at most an hour's worth at once.
 * It stops short of the oldest transaction that is still open: `stored_at` is when a message's transaction began, so
 * nothing can appear behind the mark later, and each message is counted once.
 */
export const rollUpMessages = (db: Db): Promise<{ more: boolean }> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<Span>(spanSql)
    const [span] = rows
    if (!span) return { more: false }
    // Its own statement: only with the times in hand does Postgres know that they are few messages.
    await client.query(addSql, [span.since, span.until])
    await client.query(`update watermark set at = $1 where name = 'message_hour'`, [span.until])
    return { more: span.more }
  })

const spanSql = `
select at as since, least(horizon, at + interval '1 hour') as until, horizon > at + interval '1 hour' as more
from watermark, (
  select date_trunc('milliseconds', min(xact_start)) - interval '1 second' as horizon
  from pg_stat_activity where datname = current_database()
) oldest
where name = 'message_hour' and horizon > at
for update of watermark skip locked`

const addSql = `
insert into message_hour (account_id, hour, incoming, bot, person, api)
select message.account_id, date_trunc('hour', accepted_at, 'UTC'),
       count(*) filter (where direction = 'incoming'), count(*) filter (where sent_by = 'bot'),
       count(*) filter (where sent_by = 'person'), count(*) filter (where sent_by = 'api')
from message join conversation on conversation.id = conversation_id
where stored_at >= $1 and stored_at < $2 and not is_playground
group by 1, 2
order by 1, 2
on conflict (account_id, hour) do update set
  incoming = message_hour.incoming + excluded.incoming, bot = message_hour.bot + excluded.bot,
  person = message_hour.person + excluded.person, api = message_hour.api + excluded.api`
