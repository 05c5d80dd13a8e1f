import type { Knowledge } from '@parley/contracts/campaigns'
import { ParleyError } from '@parley/contracts/errors'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { writeKnowledge } from './write-knowledge.ts'

const maxEntries = 10_000

/**
 * Gives a campaign new knowledge. What came from the same source before is replaced, so that a file can be imported
 * again after a change; `replaceAll` drops everything else too.
 */
export const importKnowledge = (
  db: Db,
  accountId: string,
  campaignId: string,
  input: { entries: Knowledge[]; source: string; replaceAll?: boolean | undefined; actor: string },
): Promise<{ imported: number; removed: number; total: number }> =>
  db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const found = await tx.campaign.updateMany({
      where: { id: campaignId, accountId },
      data: { version: { increment: 1 } },
    })
    if (found.count === 0) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
    const { count: removed } = await tx.knowledgeEntry.deleteMany({
      where: { campaignId, ...(!input.replaceAll && { source: input.source }) },
    })
    await writeKnowledge(
      tx,
      campaignId,
      input.entries.map((entry) => ({ ...entry, source: input.source })),
    )
    const total = await tx.knowledgeEntry.count({ where: { campaignId } })
    if (total > maxEntries) throw new ParleyError('BAD_REQUEST', `A campaign holds at most ${maxEntries} entries`)
    const detail = { source: input.source, imported: input.entries.length, removed }
    await writeAudit(tx, accountId, { actor: input.actor, action: 'knowledge.import', subject: campaignId, detail })
    return { imported: input.entries.length, removed, total }
  })
