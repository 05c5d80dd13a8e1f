import type { NewCampaign } from '@parley/contracts/campaigns'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db } from '../db.ts'
import type { Engine } from '../generated/client.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'

export type CreatedCampaign = { id: string; name: string; isDefault: boolean; engine: Engine; version: number }

/** The new default takes the place of the one before. */
export const createCampaign = (db: Db, accountId: string, input: NewCampaign): Promise<CreatedCampaign> =>
  refuseDuplicate(
    db.prisma.$transaction(async (tx) => {
      await lockAccount(tx, accountId)
      if (input.isDefault) {
        await tx.campaign.updateMany({
          where: { accountId, isDefault: true },
          data: { isDefault: false, version: { increment: 1 } },
        })
      }
      const { knowledge, ...settings } = input
      const campaign = await tx.campaign.create({
        data: { accountId, ...settings },
        select: { id: true, name: true, isDefault: true, engine: true, version: true },
      })
      await tx.knowledgeEntry.createMany({
        data: knowledge.map((entry, position) => ({ campaignId: campaign.id, position, ...entry })),
      })
      return campaign
    }),
    `There is a campaign named "${input.name}" already; choose another name`,
  )
