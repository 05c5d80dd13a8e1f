import type { CampaignChanges } from '@parley/contracts/campaigns'
import { ParleyError } from '@parley/contracts/errors'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { Prisma } from '../generated/client.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { seal } from '../secrets/seal.ts'
import { releaseDefault } from './release-default.ts'
import { type ShownCampaign, showCampaign, shownCampaign } from './show-campaign.ts'

/** Changes what is given. Turns that begin from now on see it; `secretsKey` is needed only for a model's key. */
export const setCampaign = (
  db: Db,
  accountId: string,
  campaignId: string,
  input: { changes: CampaignChanges; secretsKey?: Buffer | undefined; actor: string },
): Promise<ShownCampaign> => {
  const { llmKey, ...changes } = input.changes
  return refuseDuplicate(
    db.prisma.$transaction(async (tx) => {
      await lockAccount(tx, accountId)
      const known = await tx.campaign.findFirst({ where: { id: campaignId, accountId }, select: { id: true } })
      if (!known) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
      if (changes.isDefault) await releaseDefault(tx, accountId)
      const campaign = await tx.campaign.update({
        where: { id: campaignId },
        data: {
          ...(changes as Prisma.CampaignUpdateInput),
          ...sealed(llmKey, input.secretsKey),
          version: { increment: 1 },
        },
        select: shownCampaign,
      })
      const changed = Object.keys(input.changes)
      await writeAudit(tx, accountId, {
        actor: input.actor,
        action: 'campaign.set',
        subject: campaignId,
        detail: { changed },
      })
      return showCampaign(campaign)
    }),
    `There is a campaign named "${changes.name}" already; choose another name`,
  )
}

function sealed(llmKey: string | null | undefined, secretsKey: Buffer | undefined) {
  if (llmKey === undefined) return {}
  if (llmKey === null) return { llmKeySealed: null }
  if (!secretsKey) throw new Error('A key can be stored with a SECRETS_KEY only')
  return { llmKeySealed: seal(secretsKey, llmKey) }
}
