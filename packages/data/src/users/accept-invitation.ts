import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { hashPassword } from './hash-password.ts'
import { findInvitation } from './invitations.ts'
import { replacePassword } from './set-password.ts'

/**
 * Uses an invitation up: joins the account, as a new user or as one who is known, or sets a new password. Someone who
 * has a password already keeps it when joining: whoever sent the link could otherwise choose it for them.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  input: { name?: string | undefined; password?: string | undefined },
): Promise<{ email: string }> {
  const { id, email, accountId, role, userId } = await findInvitation(db, token)
  const isReset = accountId === null
  const passwordHash = (isReset || !userId) && input.password ? await hashPassword(input.password) : null
  if ((isReset || !userId) && !passwordHash) throw new ParleyError('BAD_REQUEST', 'password is required')

  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.invitation.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } })
    if (count === 0) throw new ParleyError('NOT_FOUND', 'This link has been used. Ask for a new one.')
    if (isReset) {
      if (!userId || !passwordHash) throw new ParleyError('NOT_FOUND', 'There is no such user any more.')
      return replacePassword(tx, userId, passwordHash)
    }
    let memberId = userId
    if (!memberId) {
      const user = await tx.user.create({ data: { email, name: input.name ?? email } })
      memberId = user.id
      await tx.login.create({ data: { userId: user.id, provider: 'credential', subject: user.id, passwordHash } })
    }
    const member = { accountId, userId: memberId }
    await tx.membership.upsert({
      where: { accountId_userId: member },
      create: { ...member, role: role ?? 'viewer' },
      update: {},
    })
    await writeAudit(tx, accountId, { actor: `user:${memberId}`, action: 'team.join', detail: { email, role } })
  })
  return { email }
}
