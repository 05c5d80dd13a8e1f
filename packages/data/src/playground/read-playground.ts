import type { Db } from '../db.ts'

const shownMessages = 100
const shownQuestions = 3

/** A playground conversation as its customer sees it, and what there is to ask. */
export async function readPlayground(db: Db, accountId: string, conversationId: string) {
  const [conversation, messages, account, campaign] = await Promise.all([
    db.prisma.conversation.findFirst({ where: { id: conversationId, accountId }, select: { owner: true } }),
    db.prisma.message.findMany({
      where: { conversationId, accountId },
      orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
      take: shownMessages,
      select: { id: true, direction: true, body: true, status: true, error: true, sentBy: true, acceptedAt: true },
    }),
    db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { botEnabled: true } }),
    db.prisma.campaign.findFirst({
      where: { accountId, isDefault: true, active: true },
      select: {
        name: true,
        knowledge: {
          where: { question: { not: null } },
          orderBy: { position: 'asc' },
          take: shownQuestions,
          select: { question: true },
        },
      },
    }),
  ])
  return {
    owner: conversation?.owner ?? 'bot',
    botEnabled: account.botEnabled,
    campaign: campaign?.name ?? null,
    questions: (campaign?.knowledge ?? []).map(({ question }) => firstSentence(question ?? '')),
    messages: messages.reverse(),
  }
}

const firstSentence = (text: string): string => /^[^?.!]*[?.!]/.exec(text)?.[0] ?? text
