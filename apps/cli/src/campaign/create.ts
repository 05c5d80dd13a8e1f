import { parseKnowledge } from '@parley/bot/import/parse-knowledge'
import { NewCampaign } from '@parley/contracts/campaigns'
import { showId } from '@parley/contracts/ids'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { readFlagFile } from '../read-file.ts'
import { defineVerb } from '../verb.ts'
import { campaignFlags } from './flags.ts'

export const campaignCreate = defineVerb({
  name: 'campaign create',
  summary: 'Create a campaign: how the bot answers, and from what',
  flags: z.object({
    account: accountFlag,
    ...campaignFlags,
    knowledge: z.string().optional().describe('A JSON, CSV, Markdown or text file').meta({ value: 'FILE' }),
  }),
  async run({ account, default: isDefault, knowledge: file, ...settings }, stores) {
    const knowledge = file === undefined ? [] : parseKnowledge(file, await readFlagFile('--knowledge', file))
    const input = NewCampaign.parse({ ...settings, isDefault, knowledge })
    const campaign = await createCampaign(await stores.db(), account, input)
    return { ...campaign, id: showId('campaign', campaign.id), knowledgeEntries: knowledge.length }
  },
})
