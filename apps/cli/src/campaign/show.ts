import { showId } from '@parley/contracts/ids'
import { getCampaign } from '@parley/data/campaigns/get-campaign'
import { listKnowledge } from '@parley/data/knowledge/list-knowledge'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'
import { accountOfCampaign } from './find-account.ts'
import { campaignFlag } from './flags.ts'

export const campaignShow = defineVerb({
  name: 'campaign show',
  summary: 'Show a campaign and what it knows; of a key only whether there is one',
  flags: z.object({ campaign: campaignFlag }),
  argument: 'campaign',
  async run({ campaign: id }, stores) {
    const db = await stores.db()
    const accountId = await accountOfCampaign(db, id)
    const { llm, ...campaign } = await getCampaign(db, accountId, id)
    const knowledge = await listKnowledge(db, accountId, id)
    return {
      ...campaign,
      id: showId('campaign', id),
      account: showId('account', accountId),
      llm: JSON.stringify(llm),
      createdAt: campaign.createdAt.toISOString(),
      knowledge: knowledge.map(({ question, answer, source }) => ({ question, answer, source })),
    }
  },
})
