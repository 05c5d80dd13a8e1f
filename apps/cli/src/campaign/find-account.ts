import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '@parley/data/db'

/** An operator names a campaign by its id alone. */
export async function accountOfCampaign(db: Db, id: string): Promise<string> {
  const campaign = await db.prisma.campaign.findUnique({ where: { id }, select: { accountId: true } })
  if (!campaign) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
  return campaign.accountId
}
