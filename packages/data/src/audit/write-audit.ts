import type pg from 'pg'
import type { Prisma } from '../generated/client.ts'

export type AuditNote = {
  /** `user:<id>`, `key:<hint>`, `cli` or `system`. */
  actor: string
  /** What was done, as `noun.verb`. */
  action: string
  subject?: string
  detail?: Prisma.InputJsonObject
}

/** Written in the transaction of the change itself, so that neither stands without the other. */
export async function writeAudit(tx: Prisma.TransactionClient, accountId: string, note: AuditNote): Promise<void> {
  await tx.auditEntry.create({ data: { accountId, ...note } })
}

/** The same for a transaction of set-based SQL. */
export async function insertAudit(client: pg.ClientBase, accountId: string, note: AuditNote): Promise<void> {
  const { actor, action, subject = null, detail = {} } = note
  await client.query(
    'insert into audit_entry (account_id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)',
    [accountId, actor, action, subject, JSON.stringify(detail)],
  )
}
