import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

/** Everybody who belongs to the account, in the order in which they came. */
export async function listTeam(db: Db, accountId: string) {
  const members = await db.prisma.membership.findMany({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
    select: { role: true, user: { select: { id: true, name: true, email: true } } },
  })
  return members.map(({ role, user }) => ({ ...user, role }))
}

/**
 * A teammate whose password an owner may have reset. One who belongs to other accounts too, or runs the installation,
 * is none: with a new password the owner could enter there.
 */
export async function findTeammate(db: Db, accountId: string, userId: string): Promise<{ email: string }> {
  const user = await db.prisma.user.findFirst({
    where: { id: userId, memberships: { some: { accountId } } },
    select: { email: true, isOperator: true, _count: { select: { memberships: true } } },
  })
  if (!user) throw new ParleyError('NOT_FOUND', 'They do not belong to the team.')
  if (user.isOperator || user._count.memberships > 1) {
    throw new ParleyError('FORBIDDEN', 'They belong to other accounts too: whoever runs this installation resets it.')
  }
  return { email: user.email }
}
