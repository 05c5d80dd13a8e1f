import { createHash, randomBytes } from 'node:crypto'
import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { Role } from '../generated/client.ts'
import { findUser } from './find-user.ts'

const validDays = 7
const hashToken = (token: string) => createHash('sha256').update(token).digest()
const inSomeDays = () => new Date(Date.now() + validDays * 86_400_000)

export type MadeInvitation = { token: string; expiresAt: Date }

/** Lets whoever holds the token join the account. An earlier one for the same address stops working. */
export async function invite(
  db: Db,
  accountId: string,
  input: { email: string; role: Role; invitedById: string; actor: string },
): Promise<MadeInvitation> {
  const email = input.email.toLowerCase()
  const token = randomBytes(24).toString('base64url')
  return db.prisma.$transaction(async (tx) => {
    const member = await tx.membership.findFirst({ where: { accountId, user: { email } } })
    if (member) throw new ParleyError('ALREADY_EXISTS', `${email} belongs to this account already`)
    await tx.invitation.deleteMany({ where: { accountId, email, usedAt: null } })
    const { expiresAt } = await tx.invitation.create({
      data: {
        tokenHash: hashToken(token),
        accountId,
        role: input.role,
        email,
        invitedById: input.invitedById,
        expiresAt: inSomeDays(),
      },
    })
    const detail = { email, role: input.role }
    await writeAudit(tx, accountId, { actor: input.actor, action: 'team.invite', detail })
    return { token, expiresAt }
  })
}

/** Lets whoever holds the token choose a new password for the user with this address. */
export async function makeResetToken(db: Db, email: string): Promise<MadeInvitation> {
  const user = await findUser(db, email)
  const token = randomBytes(24).toString('base64url')
  await db.prisma.invitation.deleteMany({ where: { accountId: null, email: user.email, usedAt: null } })
  const { expiresAt } = await db.prisma.invitation.create({
    data: { tokenHash: hashToken(token), email: user.email, expiresAt: inSomeDays() },
  })
  return { token, expiresAt }
}

export async function listInvitations(db: Db, accountId: string) {
  const open = await db.prisma.invitation.findMany({
    where: { accountId, usedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, email: true, role: true, invitedById: true, expiresAt: true },
  })
  const inviters = await db.prisma.user.findMany({
    where: { id: { in: open.flatMap(({ invitedById }) => invitedById ?? []) } },
    select: { id: true, name: true },
  })
  const nameOf = new Map(inviters.map(({ id, name }) => [id, name]))
  return open.map(({ invitedById, ...rest }) => ({ ...rest, invitedBy: nameOf.get(invitedById ?? '') ?? null }))
}

export async function withdrawInvitation(db: Db, accountId: string, id: string): Promise<void> {
  await db.prisma.invitation.deleteMany({ where: { id, accountId, usedAt: null } })
}

/** The open invitation behind a token. */
export async function findInvitation(db: Db, token: string) {
  const invitation = await db.prisma.invitation.findUnique({ where: { tokenHash: hashToken(token) } })
  if (!invitation || invitation.usedAt || invitation.expiresAt < new Date()) {
    throw new ParleyError('NOT_FOUND', 'This link has been used, withdrawn, or is over 7 days old. Ask for a new one.')
  }
  const [account, user] = await Promise.all([
    invitation.accountId
      ? db.prisma.account.findUnique({ where: { id: invitation.accountId }, select: { name: true } })
      : null,
    db.prisma.user.findUnique({ where: { email: invitation.email }, select: { id: true } }),
  ])
  return { ...invitation, accountName: account?.name ?? null, userId: user?.id ?? null }
}
