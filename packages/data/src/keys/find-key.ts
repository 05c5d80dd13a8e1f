import type { Db } from '../db.ts'
import type { AccountKind } from '../generated/client.ts'

export type KeyHolder = {
  accountId: string
  kind: AccountKind
  agencyId: string | null
  ownerId: string
  rateLimitPerMinute: number
  disabledAt: Date | null
  hint: string
}

/** Whose key this is. The one verb that cannot take the account first: it finds it. */
export async function findAccountByKeyHash(db: Db, hash: Buffer): Promise<KeyHolder | null> {
  const { rows } = await db.pool.query<KeyHolder>(
    `select account.id as "accountId", kind, agency_id as "agencyId", owner_id as "ownerId",
            rate_limit_per_minute as "rateLimitPerMinute", disabled_at as "disabledAt", hint
     from api_key join account on account.id = api_key.account_id
     where hash = $1`,
    [hash],
  )
  return rows[0] ?? null
}
