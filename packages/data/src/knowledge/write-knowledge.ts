import type { Knowledge } from '@parley/contracts/campaigns'
import type { Prisma } from '../generated/client.ts'

/** Adds entries behind those that are there, in their order. */
export async function writeKnowledge(
  tx: Prisma.TransactionClient,
  campaignId: string,
  entries: Knowledge[],
): Promise<void> {
  const last = await tx.knowledgeEntry.aggregate({ where: { campaignId }, _max: { position: true } })
  const first = (last._max.position ?? -1) + 1
  await tx.knowledgeEntry.createMany({
    data: entries.map((entry, at) => ({ campaignId, position: first + at, ...entry })),
  })
}
