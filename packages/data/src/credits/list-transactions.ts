import { findSubAccount } from '../accounts/find-sub-account.ts'
import type { Db } from '../db.ts'
import type { CreditEntryKind } from '../generated/client.ts'
import { type Page, toPage } from '../page.ts'

export type Transaction = {
  id: string
  number: number
  kind: CreditEntryKind
  /** Decimal strings; the amount is signed. */
  amount: string
  balanceAfter: string
  description: string | null
  actor: string
  idempotencyKey: string | null
  messageId: string | null
  /** Of a revoke: the grant that it takes back. */
  grantId: string | null
  createdAt: Date
}

/** The history of a sub-account's credits, the newest first. The cursor is the number of the last one seen. */
export async function listTransactions(
  db: Db,
  agencyId: string,
  subAccountId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Transaction>> {
  await findSubAccount(db.pool, agencyId, subAccountId)
  const { rows } = await db.pool.query<Transaction>(
    `select id, number, kind, trim_scale(amount)::text as amount, trim_scale(balance_after)::text as "balanceAfter",
            description, actor, case when message_id is null then idempotency_key end as "idempotencyKey",
            message_id as "messageId", grant_id as "grantId", created_at as "createdAt"
     from credit_entry
     where account_id = $1 and number < coalesce($2::int, 2147483647)
     order by number desc
     limit $3`,
    [subAccountId, cursor ?? null, limit + 1],
  )
  return toPage(rows, limit, ({ number }) => String(number))
}
