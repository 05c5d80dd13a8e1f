import type { Db } from '../db.ts'

/** What a person may see: the accounts they belong to with their role in each, and whether they are an operator. */
export async function listMemberships(db: Db, userId: string) {
  const user = await db.prisma.user.findUnique({
    where: { id: userId },
    select: {
      isOperator: true,
      memberships: {
        orderBy: { createdAt: 'asc' },
        select: { role: true, account: { select: { id: true, name: true, kind: true } } },
      },
    },
  })
  return (
    user && {
      isOperator: user.isOperator,
      accounts: user.memberships.map(({ role, account }) => ({
        accountId: account.id,
        name: account.name,
        kind: account.kind,
        role,
      })),
    }
  )
}
