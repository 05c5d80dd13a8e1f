import type { Db } from '../db.ts'

export const rateWindowS = 60

export type RequestCount = { key: string; cost: number }
export type WindowUse = { key: string; used: number; resetS: number }

/**
 * Adds what a group of requests costs to the window of each key and tells the sums, in one statement for all keys.
 * A window begins with the first request after the last one ended. Keys are unique within the group.
 *
 * The table is unlogged, so this waits for no disk: a crash of Postgres forgets at most a minute of counting.
 */
export async function countRequests(db: Db, counts: RequestCount[]): Promise<WindowUse[]> {
  const { rows } = await db.pool.query<WindowUse>({
    name: 'count-requests',
    text: `
      insert into sql_rate_window as w (key, used, ends_at)
      select key, cost, now() + make_interval(secs => ${rateWindowS})
      from unnest($1::text[], $2::int[]) as counted (key, cost)
      order by key
      on conflict (key) do update set
        used = case when w.ends_at <= now() then excluded.used else w.used + excluded.used end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning key, used::float8,
        least(${rateWindowS}, greatest(1, ceil(extract(epoch from ends_at - now()))))::int as "resetS"`,
    values: [counts.map((each) => each.key), counts.map((each) => each.cost)],
  })
  return rows
}

/** Windows that are over only take room. */
export async function sweepRateWindows(db: Db): Promise<void> {
  await db.pool.query(`delete from sql_rate_window where ends_at < now() - interval '1 minute'`)
}
