import { Email } from '@parley/contracts/email'
import { findUser } from '@parley/data/users/find-user'
import { hashPassword } from '@parley/data/users/hash-password'
import { makePassword } from '@parley/data/users/make-password'
import { replacePassword } from '@parley/data/users/set-password'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

export const userReset = defineVerb({
  name: 'user reset',
  summary: 'Give a user a new password; every browser they are signed in with is signed out',
  flags: z.object({ email: Email.describe('The address that they log in with').meta({ value: 'EMAIL' }) }),
  note: 'Keep the password: it is not shown again.',
  async run({ email }, stores) {
    const db = await stores.db()
    const user = await findUser(db, email)
    const password = makePassword()
    const passwordHash = await hashPassword(password)
    await db.prisma.$transaction((tx) => replacePassword(tx, user.id, passwordHash))
    return { email: user.email, password }
  },
})
