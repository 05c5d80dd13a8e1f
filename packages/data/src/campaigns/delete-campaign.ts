import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'

/** Forgets a campaign with what it knows. Turns that it has answered keep their reasons. */
export const deleteCampaign = (db: Db, accountId: string, campaignId: string, actor: string): Promise<void> =>
  db.prisma.$transaction(async (tx) => {
    const { count } = await tx.campaign.deleteMany({ where: { id: campaignId, accountId } })
    if (count === 0) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
    await writeAudit(tx, accountId, { actor, action: 'campaign.delete', subject: campaignId })
  })
