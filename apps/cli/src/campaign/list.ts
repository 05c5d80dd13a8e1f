import { showId } from '@parley/contracts/ids'
import { listCampaigns } from '@parley/data/campaigns/list-campaigns'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const campaignList = defineVerb({
  name: 'campaign list',
  summary: 'List the campaigns of an account, the default first',
  flags: z.object({ account: accountFlag }),
  async run({ account }, stores) {
    const campaigns = await listCampaigns(await stores.db(), account)
    return campaigns.map(({ id, name, active, isDefault, engine, keywords, knowledgeEntries }) => ({
      id: showId('campaign', id),
      name,
      active,
      isDefault,
      engine,
      keywords,
      knowledgeEntries,
    }))
  },
})
