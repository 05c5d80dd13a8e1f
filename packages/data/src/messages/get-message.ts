import type { Db } from '../db.ts'
import { timelineOf } from './timeline.ts'

/** A message with everything that happened to it, or null when the account has none with this id. */
export async function getMessage(db: Db, accountId: string, messageId: string) {
  const message = await db.prisma.message.findFirst({ where: { id: messageId, accountId } })
  if (!message) return null

  const turn =
    message.turnNo === null
      ? null
      : await db.prisma.turn.findUnique({
          where: { conversationId_turnNo: { conversationId: message.conversationId, turnNo: message.turnNo } },
        })
  const [contact, answered, deliveries] = await Promise.all([
    db.prisma.contact.findUnique({ where: { id: message.conversationId }, select: { externalId: true } }),
    message.direction === 'outgoing' && message.turnNo !== null
      ? db.prisma.message.findFirst({
          where: { conversationId: message.conversationId, turnNo: message.turnNo, direction: 'incoming' },
          orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
          select: { id: true },
        })
      : null,
    message.direction === 'outgoing'
      ? db.prisma.delivery.findMany({
          where: { messageId },
          orderBy: { createdAt: 'asc' },
          include: { history: { orderBy: { number: 'asc' } } },
        })
      : [],
  ])
  return {
    message,
    fromId: contact?.externalId ?? null,
    turn,
    replyId: message.direction === 'incoming' ? (turn?.replyId ?? null) : null,
    inReplyToId: answered?.id ?? null,
    nextAttemptAt: deliveries.find((delivery) => delivery.dueAt)?.dueAt ?? null,
    timeline: timelineOf(message, turn, deliveries),
  }
}

export type MessagePassport = NonNullable<Awaited<ReturnType<typeof getMessage>>>
