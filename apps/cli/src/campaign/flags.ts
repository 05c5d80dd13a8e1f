import { NewCampaign } from '@parley/contracts/campaigns'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { idFlag } from '../flags.ts'

const { name, engine, instructions, fallback, keywords } = NewCampaign.shape

export const campaignFlag = idFlag('campaign').describe('The campaign, of any account')

/** What can be said of a campaign when it is made and when it is changed. */
export const campaignFlags = {
  name: name.describe('Unique in the account').meta({ value: 'NAME' }),
  default: z.boolean().default(false).describe('Take every message that no other campaign takes'),
  keywords: z
    .string()
    .transform((words) => words.split(',').filter((word) => word.trim() !== ''))
    .pipe(keywords.unwrap())
    .optional()
    .describe('Take messages that contain one of these')
    .meta({ value: 'A,B' }),
  engine: engine.describe('Answer from the knowledge alone, or by a language model'),
  instructions: instructions.unwrap().optional().describe('How the bot is to answer').meta({ value: 'TEXT' }),
  quietMs: wholeNumber(0, 60_000)
    .optional()
    .describe('How long the bot waits for more messages before it answers (1500 at first)')
    .meta({ value: 'MS' }),
  loopLimit: wholeNumber(1, 1_000)
    .optional()
    .describe('Bot replies in ten minutes in one conversation; then a person is asked for (20 at first)')
    .meta({ value: 'N' }),
  fallback: fallback
    .unwrap()
    .optional()
    .describe('What the bot says when its knowledge has no answer; none asks for a person')
    .meta({ value: 'TEXT' }),
}
