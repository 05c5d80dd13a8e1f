import type { Db } from '../db.ts'
import { unseal } from '../secrets/seal.ts'

/** The secrets that a post to the playground's receiver may be signed with; none when the account has no playground. */
export async function playgroundSecret(db: Db, secretsKey: Buffer, accountId: string): Promise<string | null> {
  const endpoint = await db.prisma.webhookEndpoint.findUnique({
    where: { accountId_kind: { accountId, kind: 'playground' } },
    select: { secretSealed: true },
  })
  return endpoint && unseal(secretsKey, endpoint.secretSealed)
}

export async function recordReceipt(
  db: Db,
  accountId: string,
  receipt: { messageId: string | null; headers: Record<string, string>; body: string; verified: boolean },
): Promise<{ conversationId: string | null }> {
  await db.prisma.playgroundReceipt.create({ data: { accountId, ...receipt } })
  const message =
    receipt.messageId &&
    (await db.prisma.message.findFirst({
      where: { id: receipt.messageId, accountId },
      select: { conversationId: true },
    }))
  return { conversationId: message ? message.conversationId : null }
}

export const findReceipt = (db: Db, accountId: string, messageId: string) =>
  db.prisma.playgroundReceipt.findFirst({ where: { accountId, messageId }, orderBy: { receivedAt: 'desc' } })
