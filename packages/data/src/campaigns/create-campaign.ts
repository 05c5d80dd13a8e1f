import type { NewCampaign } from '@parley/contracts/campaigns'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db } from '../db.ts'
import type { Engine, Prisma } from '../generated/client.ts'
import { writeKnowledge } from '../knowledge/write-knowledge.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { releaseDefault } from './release-default.ts'

export type CreatedCampaign = { id: string; name: string; isDefault: boolean; engine: Engine; version: number }

/** The new default takes the place of the one before. */
export const createCampaign = (db: Db, accountId: string, input: NewCampaign): Promise<CreatedCampaign> =>
  refuseDuplicate(
    db.prisma.$transaction(async (tx) => {
      await lockAccount(tx, accountId)
      if (input.isDefault) await releaseDefault(tx, accountId)
      const { knowledge, engine = await engineFor(tx, accountId, input), ...settings } = input
      const campaign = await tx.campaign.create({
        data: { accountId, engine, ...settings },
        select: { id: true, name: true, isDefault: true, engine: true, version: true },
      })
      await writeKnowledge(tx, campaign.id, knowledge)
      return campaign
    }),
    `There is a campaign named "${input.name}" already; choose another name`,
  )

async function engineFor(tx: Prisma.TransactionClient, accountId: string, { llm }: NewCampaign): Promise<Engine> {
  if (llm.model !== undefined) return 'llm'
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { llmDefaults: true } })
  return Object.hasOwn(Object(account.llmDefaults), 'model') ? 'llm' : 'knowledge'
}
