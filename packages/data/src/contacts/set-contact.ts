import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { readPhone } from './read-phone.ts'

export type ContactChanges = {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  botEnabled?: boolean | undefined
  doNotDisturb?: boolean | undefined
}

/** Changes what is given; null and the empty text take a field away. */
export async function setContact(db: Db, accountId: string, id: string, changes: ContactChanges): Promise<void> {
  const { firstName, lastName, phone, email, botEnabled, doNotDisturb } = changes
  const data = {
    ...(firstName !== undefined && { firstName: firstName || null }),
    ...(lastName !== undefined && { lastName: lastName || null }),
    ...(phone !== undefined && { phone: phone ? readPhone(phone) : null }),
    ...(email !== undefined && { email: email || null }),
    ...(botEnabled !== undefined && { botEnabled }),
    ...(doNotDisturb !== undefined && { doNotDisturb }),
  }
  const update = db.prisma.contact.updateMany({ where: { id, accountId }, data })
  const { count } = await refuseDuplicate(update, `Another contact has the number ${phone}`)
  if (count === 0) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
}
