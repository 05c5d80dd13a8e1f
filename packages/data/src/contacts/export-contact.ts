import { ParleyError } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import type { Db } from '../db.ts'
import { showContact } from './contact-row.ts'

/** Everything that is kept of a person, for whoever asks for a copy of it. */
export async function exportContact(db: Db, accountId: string, contactId: string) {
  const contact = await db.prisma.contact.findFirst({
    where: { accountId, id: contactId },
    include: { lists: { include: { list: { select: { name: true } } }, orderBy: { addedAt: 'asc' } } },
  })
  if (!contact) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
  const ofConversation = { accountId, conversationId: contactId }
  const [conversation, messages, turns, deliveries] = await Promise.all([
    db.prisma.conversation.findFirst({ where: { accountId, id: contactId } }),
    db.prisma.message.findMany({ where: ofConversation, orderBy: [{ acceptedAt: 'asc' }, { id: 'asc' }] }),
    db.prisma.turn.findMany({ where: ofConversation, orderBy: { turnNo: 'asc' } }),
    db.prisma.delivery.findMany({
      where: ofConversation,
      orderBy: { createdAt: 'asc' },
      include: { history: { orderBy: { number: 'asc' } } },
    }),
  ])
  const { id, firstName, lastName, phone, email, createdAt, externalId, botEnabled, doNotDisturb, lists } = contact
  return {
    contact: {
      ...showContact({ id, firstName, lastName, phone, email, createdAt }),
      externalId,
      botEnabled,
      doNotDisturb,
      lists: lists.map(({ list, addedAt }) => ({ name: list.name, addedAt })),
    },
    conversation: conversation && withoutIds(conversation),
    messages: messages.map((message) => ({ messageId: showId('message', message.id), ...withoutIds(message) })),
    turns: turns.map(withoutIds),
    deliveries: deliveries.map(({ messageId, history, ...delivery }) => ({
      messageId: messageId && showId('message', messageId),
      ...withoutIds(delivery),
      attempts: history.map(withoutIds),
    })),
  }
}

/** Our own links between rows tell nothing of the person. */
const withoutIds = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => (name !== 'id' && !name.endsWith('Id')) || name === 'toId'))
