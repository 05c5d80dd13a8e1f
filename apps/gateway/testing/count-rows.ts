import type { Db } from '@parley/data/db'

const tables = [
  'account',
  'contact',
  'conversation',
  'message',
  'list_contact',
  'delivery',
  'credit_entry',
  'recharge_rule',
] as const

/** How many rows each table has that the API writes. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await db.pool.query(`select ${counts.join(', ')}`)
  return rows[0]
}
