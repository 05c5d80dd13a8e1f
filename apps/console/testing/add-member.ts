import type { Role } from '@parley/contracts/session/me'
import type { Db } from '@parley/data/db'
import { hashPassword } from '@parley/data/users/hash-password'

export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

/** A person with a role in the account, who can log in; the hash, which is slow to make, is shared by all. */
export async function addMember(
  db: Db,
  accountId: string,
  role: Role,
  isOperator = false,
): Promise<{ email: string; userId: string }> {
  passwordHash ??= hashPassword(password)
  const email = `${role}-${crypto.randomUUID()}@example.com`
  const user = await db.prisma.user.create({ data: { email, name: role, isOperator } })
  await db.prisma.login.create({
    data: { userId: user.id, provider: 'credential', subject: user.id, passwordHash: await passwordHash },
  })
  await db.prisma.membership.create({ data: { accountId, userId: user.id, role } })
  return { email, userId: user.id }
}
