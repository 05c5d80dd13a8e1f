import type { Db } from '../db.ts'

/** The day is `YYYY-MM-DD`; the credits are a decimal string. */
export type DayOfCredits = { day: string; used: string }

/**
 * What an agency's sub-accounts used on each of the last days, today included, also on those on which
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
     spent as (
       select (entry.created_at at time zone $3)::date as day, -sum(amount) as used
       from credit_entry entry join account on account.id = entry.account_id
       where account.agency_id = $1 and entry.kind = 'spend'
         and entry.created_at >= ((select min(day) from span)::timestamp at time zone $3)
       group by 1
     )
     select to_char(day, 'YYYY-MM-DD') as day, trim_scale(coalesce(used, 0))::text as used
     from span left join spent using (day)
     order by day`,
    [agencyId, days, zone],
  )
  return rows
}
