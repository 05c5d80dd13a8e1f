import type { Db } from '../db.ts'

/** What waits to be posted in the whole installation, and how long the oldest has been due. */
export async function measureDeliveries(db: Db): Promise<{ waiting: number; oldestDueS: number }> {
  const { rows } = await db.pool.query<{ waiting: number; oldestDueS: number }>(`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestDueS"
    from delivery where due_at is not null and due_at <= now()`)
  return rows[0] ?? { waiting: 0, oldestDueS: 0 }
}
