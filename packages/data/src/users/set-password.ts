import type { Prisma } from '../generated/client.ts'

/** Whoever was signed in with the old password no longer is. */
export async function replacePassword(
  tx: Prisma.TransactionClient,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const login = { provider: 'credential', subject: userId }
  await tx.login.upsert({
    where: { provider_subject: login },
    create: { userId, ...login, passwordHash },
    update: { passwordHash },
  })
  await tx.session.deleteMany({ where: { userId } })
}
