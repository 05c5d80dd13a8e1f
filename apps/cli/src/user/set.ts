import { Email } from '@parley/contracts/email'
import { findUser } from '@parley/data/users/find-user'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

export const userSet = defineVerb({
  name: 'user set',
  summary: 'Say whether a user is an operator, who may see the queues of the installation',
  flags: z.object({
    email: Email.describe('The address that they log in with').meta({ value: 'EMAIL' }),
    operator: z.enum(['on', 'off']).describe('Whether they are one'),
  }),
  async run({ email, operator }, stores) {
    const db = await stores.db()
    const { id } = await findUser(db, email)
    const user = await db.prisma.user.update({ where: { id }, data: { isOperator: operator === 'on' } })
    return { email: user.email, operator: user.isOperator }
  },
})
