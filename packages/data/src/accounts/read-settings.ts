import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

/** The account as its owner sees it, with how much of its rate limit is used in the running minute. */
export async function readSettings(db: Db, accountId: string) {
  const account = await db.prisma.account.findUnique({
    where: { id: accountId },
    select: {
      name: true,
      botEnabled: true,
      rateLimitPerMinute: true,
      apiKey: { select: { hint: true, createdAt: true } },
    },
  })
  if (!account) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
  const { rows } = await db.pool.query<{ used: number; resetS: number }>(
    `select used::int, ceil(extract(epoch from ends_at - now()))::int as "resetS"
     from sql_rate_window where key = $1 and ends_at > now()`,
    [`account:${accountId}`],
  )
  return { ...account, window: rows[0] ?? { used: 0, resetS: 0 } }
}

export async function renameAccount(db: Db, accountId: string, name: string): Promise<void> {
  await db.prisma.account.update({ where: { id: accountId }, data: { name } })
}
