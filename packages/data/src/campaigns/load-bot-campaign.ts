import { LlmSettings } from '@parley/contracts/campaigns'
import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

/** What the bot needs of a campaign, with the account's model where it names none of its own. */
export async function loadBotCampaign(db: Db, accountId: string, campaignId: string) {
  const campaign = await db.prisma.campaign.findFirst({
    where: { id: campaignId, accountId },
    select: {
      id: true,
      accountId: true,
      name: true,
      version: true,
      engine: true,
      instructions: true,
      fallback: true,
      quietMs: true,
      loopLimit: true,
      llm: true,
      llmKeySealed: true,
    },
  })
  if (!campaign) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
  const account = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { llmDefaults: true, llmKeySealed: true },
  })
  const own = LlmSettings.parse(campaign.llm)
  // The account's key is for the account's provider: it never goes to another address.
  const isElsewhere = own.provider !== undefined || own.baseUrl !== undefined
  return {
    ...campaign,
    llm: isElsewhere ? own : { ...LlmSettings.parse(account.llmDefaults), ...own },
    llmKeySealed: campaign.llmKeySealed ?? (isElsewhere ? null : account.llmKeySealed),
  }
}

export type BotCampaign = Awaited<ReturnType<typeof loadBotCampaign>>
