import type { Db } from '../db.ts'
import { type ShownCampaign, showCampaign, shownCampaign } from './show-campaign.ts'

/** The default first, then by name. */
export async function listCampaigns(db: Db, accountId: string): Promise<ShownCampaign[]> {
  const campaigns = await db.prisma.campaign.findMany({
    where: { accountId },
    orderBy: [{ isDefault: 'desc' }, { name: 'asc' }],
    select: shownCampaign,
  })
  return campaigns.map(showCampaign)
}
