import { botReplyId, showId } from '@parley/contracts/ids'
import { spendCredits } from '../credits/spend.ts'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { type StoredOutgoing, storeOutgoing } from '../outgoing/store-outgoing.ts'
import { answerTurn } from './answer-turn.ts'
import type { OpenTurn } from './read-open-turn.ts'

export type Reply = {
  text: string
  reason: string
  campaignId: string
  routedBy: string
  engine: string
  usage: Record<string, unknown>
  generatedAt: Date
  quietMs: number
}

class CannotPay extends Error {}

/**
 * Stores the bot's reply and pays for it, once: all of it or nothing. Null when the conversation is no longer the
 * bot's, a newer message has come, the turn was answered already, or the credits do not suffice any more.
 */
export async function storeReply(
  db: Db,
  turn: OpenTurn,
  reply: Reply,
): Promise<(StoredOutgoing & { messageId: string }) | null> {
  const { text, ...record } = reply
  const { accountId, conversationId, turnNo } = turn
  const messageId = botReplyId(conversationId, turnNo)
  const charged = turn.isMetered ? turn.replyCost : undefined
  try {
    return await inTransaction(db, async (client) => {
      const isOurs = await answerTurn(client, turn, { ...record, outcome: 'replied', replyId: messageId, charged })
      if (!isOurs) return null
      const isPaid = await spendCredits(client, {
        accountId,
        amount: turn.replyCost,
        messageId,
        description: 'Bot reply',
      })
      if (!isPaid) throw new CannotPay()
      const stored = await storeOutgoing(client, {
        id: messageId,
        accountId,
        conversationId,
        body: text,
        sentBy: 'bot',
        turnNo,
        campaignRef: showId('campaign', reply.campaignId),
      })
      return { ...stored, messageId }
    })
  } catch (error) {
    if (error instanceof CannotPay) return null
    throw error
  }
}
