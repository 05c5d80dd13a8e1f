import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

export async function findUser(db: Db, email: string): Promise<{ id: string; email: string }> {
  const user = await db.prisma.user.findUnique({
    where: { email: email.toLowerCase() },
    select: { id: true, email: true },
  })
  if (!user) throw new ParleyError('NOT_FOUND', `There is no user with the address ${email}`)
  return user
}
