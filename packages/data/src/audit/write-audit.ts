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
