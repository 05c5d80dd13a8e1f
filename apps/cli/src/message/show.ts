import { ParleyError } from '@parley/contracts/errors'
import { getMessage } from '@parley/data/messages/get-message'
import { showMessage } from '@parley/data/messages/show-message'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const messageShow = defineVerb({
  name: 'message show',
  summary: 'Show a message and everything that happened to it',
  flags: z.object({ message: idFlag('message').describe('The message, of any account') }),
  argument: 'message',
  async run({ message: id }, stores) {
    const db = await stores.db()
    const holder = await db.prisma.message.findUnique({ where: { id }, select: { accountId: true } })
    const message = holder && (await getMessage(db, holder.accountId, id))
    if (!message) throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such message, or it is not stored yet')
    return showMessage(message)
  },
})
