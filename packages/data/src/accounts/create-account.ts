import { InitialCredits } from '@parley/contracts/credits'
import { Email } from '@parley/contracts/email'
import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { AccountKind, Prisma } from '../generated/client.ts'
import { replaceKey } from '../keys/generate-key.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { hashPassword } from '../users/hash-password.ts'
import { makePassword } from '../users/make-password.ts'

export type NewAccount = {
  kind: AccountKind
  email: string
  name?: string | undefined
  /** Of a sub-account, and of no other. */
  agencyId?: string | undefined
  /** Initial credits, as a decimal string. */
  credits?: string | undefined
  actor: string
}

export type CreatedAccount = {
  id: string
  userId: string
  email: string
  kind: AccountKind
  /** Key and password are shown once; only their hashes are kept. */
  apiKey: string
  password: string
}

/** An account with its owner, who can log in, its key and its balance: all of it or nothing. */
export async function createAccount(db: Db, input: NewAccount): Promise<CreatedAccount> {
  const email = readEmail(input.email)
  const { kind, actor, agencyId = null, name = email } = input
  const credits = readCredits(input.credits ?? '0')
  const password = makePassword()
  const passwordHash = await hashPassword(password)

  const create = db.prisma.$transaction(async (tx) => {
    await checkAgency(tx, kind, agencyId)
    const user = await tx.user.create({ data: { email, name } })
    await tx.login.create({ data: { userId: user.id, provider: 'credential', subject: user.id, passwordHash } })
    const { id } = await tx.account.create({ data: { kind, agencyId, email, name, ownerId: user.id } })
    await tx.membership.create({ data: { accountId: id, userId: user.id, role: 'owner' } })
    await writeAudit(tx, id, { actor, action: 'account.create', subject: id, detail: { kind, email } })
    const { apiKey } = await replaceKey(tx, id, actor)
    await openLedger(tx, { id, agencyId }, credits, actor)
    return { id, userId: user.id, email, kind, apiKey, password }
  })
  return refuseDuplicate(create, `${email} has an account already; use another address`)
}

function readEmail(text: string): string {
  const email = Email.safeParse(text)
  if (!email.success) throw new ParleyError('INVALID_EMAIL', `email ${email.error.issues[0]?.message}`)
  return email.data.toLowerCase()
}

function readCredits(text: string): string {
  const credits = InitialCredits.safeParse(text)
  if (!credits.success) throw new ParleyError('INVALID_AMOUNT', `credits ${credits.error.issues[0]?.message}`)
  return credits.data
}

async function openLedger(
  tx: Prisma.TransactionClient,
  account: { id: string; agencyId: string | null },
  credits: string,
  actor: string,
): Promise<void> {
  const hasCredits = Number(credits) !== 0
  await tx.creditBalance.create({ data: { accountId: account.id, balance: credits, entryCount: hasCredits ? 1 : 0 } })
  if (!hasCredits) return
  await tx.creditEntry.create({
    data: {
      accountId: account.id,
      number: 1,
      kind: 'grant',
      amount: credits,
      balanceAfter: credits,
      description: 'Initial credits',
      actor,
      keyScope: account.agencyId ?? account.id,
    },
  })
}

async function checkAgency(tx: Prisma.TransactionClient, kind: AccountKind, agencyId: string | null): Promise<void> {
  if (kind !== 'sub_account') {
    if (agencyId) throw new ParleyError('BAD_REQUEST', 'Only a sub-account has an agency')
    return
  }
  if (!agencyId) throw new ParleyError('BAD_REQUEST', 'A sub-account needs the id of its agency')
  const agency = await tx.account.findUnique({ where: { id: agencyId }, select: { kind: true } })
  if (agency?.kind !== 'agency') throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such agency; check its id')
}
