import { ParleyError } from '@parley/contracts/errors'
import { newId } from '@parley/contracts/ids'
import { MessageBody } from '@parley/contracts/text'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { type StoredOutgoing, storeOutgoing } from '../outgoing/store-outgoing.ts'
import { ownByPerson } from './take-over.ts'

/**
 * A reply that a person typed. It makes the person the owner: the bot is silent until the conversation is handed back,
 * and an answer that it is just making is not stored. Afterwards the caller wakes the endpoint.
 */
export async function typeReply(
  db: Db,
  accountId: string,
  contactId: string,
  input: { text: string; userId?: string | undefined; requestId?: string | undefined },
): Promise<StoredOutgoing & { messageId: string }> {
  const text = MessageBody.safeParse(input.text)
  if (!text.success) throw new ParleyError('BAD_REQUEST', `text ${text.error.issues[0]?.message}`)
  const messageId = newId()
  return inTransaction(db, async (client) => {
    await ownByPerson(client, accountId, contactId, input.userId)
    const stored = await storeOutgoing(client, {
      id: messageId,
      accountId,
      conversationId: contactId,
      body: text.data,
      sentBy: 'person',
      sentById: input.userId,
      requestId: input.requestId,
    })
    return { ...stored, messageId }
  })
}
