import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { type ShownCampaign, showCampaign, shownCampaign } from './show-campaign.ts'

export async function getCampaign(db: Db, accountId: string, campaignId: string): Promise<ShownCampaign> {
  const campaign = await db.prisma.campaign.findFirst({ where: { id: campaignId, accountId }, select: shownCampaign })
  if (!campaign) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
  return showCampaign(campaign)
}
