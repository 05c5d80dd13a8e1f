import { CreditAmount } from '@parley/contracts/credits'
import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { Prisma } from '../generated/client.ts'

export type Grant = {
  /** A decimal string, so that no amount passes through a float. */
  amount: string
  actor: string
  description?: string | undefined
}

export const grantCredits = (db: Db, accountId: string, grant: Grant): Promise<{ entryId: string; balance: string }> =>
  db.prisma.$transaction((tx) => addGrant(tx, accountId, grant))

/** The update locks the balance, so that grants to one account follow each other and each entry knows its sum. */
export async function addGrant(
  tx: Prisma.TransactionClient,
  accountId: string,
  grant: Grant,
): Promise<{ entryId: string; balance: string }> {
  const amount = CreditAmount.safeParse(grant.amount)
  if (!amount.success) throw new ParleyError('INVALID_AMOUNT', `amount ${amount.error.issues[0]?.message}`)
  const [entry] = await tx.$queryRaw<{ entryId: string; balance: string }[]>`
    with credited as (
      update credit_balance set balance = balance + ${amount.data}::numeric
      where account_id = ${accountId}::uuid returning balance
    )
    insert into credit_entry (account_id, kind, amount, balance_after, description, actor, key_scope)
    select account.id, 'grant', ${amount.data}::numeric, credited.balance, ${grant.description ?? null}, ${grant.actor},
           coalesce(account.agency_id, account.id)
    from credited join account on account.id = ${accountId}::uuid
    returning id::text as "entryId", trim_scale(balance_after)::text as balance`
  if (!entry) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
  await writeAudit(tx, accountId, {
    actor: grant.actor,
    action: 'credits.grant',
    subject: entry.entryId,
    detail: { amount: amount.data, balance: entry.balance },
  })
  return entry
}
