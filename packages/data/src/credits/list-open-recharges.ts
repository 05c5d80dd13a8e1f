import type { Db } from '../db.ts'

export type OpenRecharge = {
  id: string
  accountId: string
  email: string
  name: string
  idempotencyKey: string
  /** Decimal strings, as they were when it was asked. */
  balance: string
  threshold: string
  amount: string
  createdAt: Date
  expiresAt: Date
}

const atMost = 200

/** Sub-accounts that ask for credits and have not got them, the longest waiting first. */
export async function listOpenRecharges(db: Db, agencyId: string): Promise<OpenRecharge[]> {
  const { rows } = await db.pool.query<OpenRecharge>(
    `select open.id, account.id as "accountId", email, name, idempotency_key as "idempotencyKey",
            trim_scale(balance)::text as balance, trim_scale(threshold)::text as threshold,
            trim_scale(amount)::text as amount, open.created_at as "createdAt", expires_at as "expiresAt"
     from account join recharge_request open on open.account_id = account.id and open.state = 'open'
     where account.agency_id = $1
     order by open.created_at, open.id
     limit $2`,
    [agencyId, atMost],
  )
  return rows
}
