import { NewCampaign } from '@parley/contracts/campaigns'
import { showId } from '@parley/contracts/ids'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { readKnowledge } from './read-knowledge.ts'

const { name, engine, instructions, fallback, keywords } = NewCampaign.shape

export const campaignCreate = defineVerb({
  name: 'campaign create',
  summary: 'Create a campaign: how the bot answers, and from what',
  flags: z.object({
    account: accountFlag,
    name: name.describe('Unique in the account').meta({ value: 'NAME' }),
    default: z.boolean().default(false).describe('Take every message that no other campaign takes'),
    keywords: z
      .string()
      .transform((words) => words.split(',').filter((word) => word.trim() !== ''))
      .pipe(keywords.unwrap())
      .default([])
      .describe('Take messages that contain one of these')
      .meta({ value: 'A,B' }),
    engine: engine.describe('Answer from the knowledge alone, or by a language model'),
    instructions: instructions.describe('How the bot is to answer').meta({ value: 'TEXT' }),
    knowledge: z.string().optional().describe('A JSON list of { "question", "answer" }').meta({ value: 'FILE' }),
    quietMs: wholeNumber(0, 60_000)
      .prefault('1500')
      .describe('How long the bot waits for more messages before it answers')
      .meta({ value: 'MS' }),
    fallback: fallback.describe('What the bot says when its knowledge has no answer').meta({ value: 'TEXT' }),
  }),
  async run({ account, default: isDefault, knowledge: file, ...settings }, stores) {
    const knowledge = file === undefined ? [] : await readKnowledge(file)
    const campaign = await createCampaign(await stores.db(), account, { ...settings, isDefault, knowledge })
    return { ...campaign, id: showId('campaign', campaign.id), knowledgeEntries: knowledge.length }
  },
})
