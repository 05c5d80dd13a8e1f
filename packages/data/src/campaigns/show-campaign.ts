import { LlmSettings } from '@parley/contracts/campaigns'
import type { Prisma } from '../generated/client.ts'

export const shownCampaign = {
  id: true,
  name: true,
  active: true,
  isDefault: true,
  keywords: true,
  engine: true,
  instructions: true,
  fallback: true,
  quietMs: true,
  loopLimit: true,
  llm: true,
  llmKeySealed: true,
  version: true,
  createdAt: true,
  _count: { select: { knowledge: true } },
} satisfies Prisma.CampaignSelect

type Row = Prisma.CampaignGetPayload<{ select: typeof shownCampaign }>

/** A campaign without its secret: only whether there is one. */
export function showCampaign({ llm, llmKeySealed, _count, ...campaign }: Row) {
  return {
    ...campaign,
    llm: LlmSettings.parse(llm),
    hasLlmKey: llmKeySealed !== null,
    knowledgeEntries: _count.knowledge,
  }
}

export type ShownCampaign = ReturnType<typeof showCampaign>
