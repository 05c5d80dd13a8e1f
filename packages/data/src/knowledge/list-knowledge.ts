import type { Knowledge } from '@parley/contracts/campaigns'
import type { Db } from '../db.ts'

export type KnowledgeRow = Knowledge & { id: string }

/** All that a campaign of the account knows, in its order. */
export const listKnowledge = (db: Db, accountId: string, campaignId: string): Promise<KnowledgeRow[]> =>
  db.prisma.knowledgeEntry.findMany({
    where: { campaignId, campaign: { accountId } },
    orderBy: { position: 'asc' },
    select: { id: true, question: true, answer: true, source: true },
  })
