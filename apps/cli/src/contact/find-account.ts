import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '@parley/data/db'

/** An operator knows the contact, not whose it is. */
export async function findContactAccount(db: Db, contactId: string): Promise<string> {
  const holder = await db.prisma.contact.findUnique({ where: { id: contactId }, select: { accountId: true } })
  if (!holder) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact; check its id')
  return holder.accountId
}
