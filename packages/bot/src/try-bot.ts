import { loadBotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import type { Db } from '@parley/data/db'
import type { Generate } from './bot-turn.ts'

/** What a campaign would answer to a text, what that rests on and what it would cost. Nothing is stored or charged. */
export async function tryBot(
  db: Db,
  generate: Generate,
  accountId: string,
  input: { campaignId: string; text: string; signal: AbortSignal },
) {
  const campaign = await loadBotCampaign(db, accountId, input.campaignId)
  const account = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { kind: true, replyCost: true },
  })
  const message = { from: 'customer' as const, text: input.text, isOpen: true }
  const startedAt = performance.now()
  const generated = await generate({ campaign, contactName: null, channel: 'try', messages: [message] }, input.signal)
  const durationMs = Math.round(performance.now() - startedAt)
  if ('handOver' in generated) return { handOver: generated.handOver, credits: 0, durationMs }
  const { basedOn, ...usage } = generated.usage
  const credits = account.kind === 'sub_account' ? account.replyCost.toNumber() : 0
  return { text: generated.text, basedOn, usage, credits, durationMs }
}
