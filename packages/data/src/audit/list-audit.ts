import type { Db } from '../db.ts'
import { type Page, toPage } from '../page.ts'

export type AuditEntry = {
  id: string
  /** `user:<id>`, `key:<hint>`, `cli` or `system`. */
  actor: string
  action: string
  subject: string | null
  detail: Record<string, unknown>
  createdAt: Date
}

/**
 * Who changed what in an account, the newest first: settings, keys, webhooks and rules from the audit, balances from
 * the ledger, which is their record already. Spending is not a change by anybody and stays in the history.
 */
export async function listAudit(
  db: Db,
  accountId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  const [before = null, beforeId = null] = cursor?.split('_') ?? []
  const { rows } = await db.pool.query<AuditEntry>(
    `select * from (
       select id, actor, action, subject, detail, created_at as "createdAt" from audit_entry where account_id = $1
       union all
       select id, actor, 'credits.' || kind, grant_id::text,
              json_build_object('amount', trim_scale(amount)::text, 'balance', trim_scale(balance_after)::text,
                                'description', description)::jsonb, created_at
       from credit_entry where account_id = $1 and kind <> 'spend'
     ) change
     where $2::bigint is null or ("createdAt", id) < (to_timestamp($2 / 1000.0), $3::uuid)
     order by "createdAt" desc, id desc
     limit $4`,
    [accountId, before, beforeId, limit + 1],
  )
  return toPage(rows, limit, ({ createdAt, id }) => `${createdAt.getTime()}_${id}`)
}
