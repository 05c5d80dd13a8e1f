import { showId } from '@parley/contracts/ids'
import type { Db } from '../db.ts'
import { noConversation } from './take-over.ts'

const maxMessages = 50

/** Who answers in a conversation, and its latest messages with what the bot made of them. */
export async function showConversation(db: Db, accountId: string, contactId: string) {
  const conversation = await db.prisma.conversation.findFirst({ where: { id: contactId, accountId } })
  if (!conversation) throw noConversation()
  const [contact, messages, turns] = await Promise.all([
    db.prisma.contact.findUniqueOrThrow({ where: { id: contactId } }),
    db.prisma.message.findMany({
      where: { conversationId: contactId },
      orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
      take: maxMessages,
    }),
    db.prisma.turn.findMany({
      where: { conversationId: contactId },
      orderBy: { turnNo: 'desc' },
      take: maxMessages,
      select: { turnNo: true, outcome: true, reason: true },
    }),
  ])
  const turnOf = new Map(turns.map((turn) => [turn.turnNo, turn]))
  return {
    contactId: showId('contact', contactId),
    fromId: contact.externalId,
    name: [contact.firstName, contact.lastName].filter(Boolean).join(' ') || null,
    channel: conversation.channel,
    owner: conversation.owner,
    needsPerson: conversation.needsPersonReason,
    conversationBot: conversation.botEnabled,
    contactBot: contact.botEnabled,
    doNotDisturb: contact.doNotDisturb,
    messages: messages.toReversed().map((message) => {
      const turn = message.direction === 'incoming' ? turnOf.get(message.turnNo ?? -1) : undefined
      return {
        messageId: showId('message', message.id),
        at: message.acceptedAt.toISOString(),
        from: message.sentBy ?? 'contact',
        status: message.status,
        body: message.body,
        bot: turn ? `${turn.outcome}: ${turn.reason}` : null,
      }
    }),
  }
}
