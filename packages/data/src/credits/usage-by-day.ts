import type { Db } from '../db.ts'

/** Decimal strings; the day is `YYYY-MM-DD`. */
export type DayOfCredits = { day: string; used: string; granted: string }

/**
 * What an agency's sub-accounts used and were granted on each of the last days, today included, also on those on which
 * nothing happened. The ledger only grows, so the days' entries lie together (index `sql_credit_entry_created`).
 */
export async function usageByDay(
  db: Db,
  agencyId: string,
  { days, zone }: { days: number; zone: string },
): Promise<DayOfCredits[]> {
  const { rows } = await db.pool.query<DayOfCredits>(
    `with span as (
       select generate_series(0, $2 - 1) + (now() at time zone $3)::date - $2 + 1 as day
     ),
     moved as (
       select (entry.created_at at time zone $3)::date as day, kind, sum(amount) as amount
       from credit_entry entry join account on account.id = entry.account_id
       where account.agency_id = $1 and entry.created_at >= ((select min(day) from span)::timestamp at time zone $3)
       group by 1, 2
     )
     select to_char(day, 'YYYY-MM-DD') as day,
            trim_scale(coalesce(-sum(amount) filter (where kind = 'spend'), 0))::text as used,
            trim_scale(coalesce(sum(amount) filter (where kind = 'grant'), 0))::text as granted
     from span left join moved using (day)
     group by day
     order by day`,
    [agencyId, days, zone],
  )
  return rows
}
