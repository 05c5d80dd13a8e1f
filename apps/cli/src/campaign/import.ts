import { basename } from 'node:path'
import { parseKnowledge } from '@parley/bot/import/parse-knowledge'
import { importKnowledge } from '@parley/data/knowledge/import-knowledge'
import { z } from 'zod'
import { readFlagFile } from '../read-file.ts'
import { defineVerb } from '../verb.ts'
import { accountOfCampaign } from './find-account.ts'
import { campaignFlag } from './flags.ts'

export const campaignImport = defineVerb({
  name: 'campaign import',
  summary: 'Give a campaign the knowledge of a file; what the same file gave before is replaced',
  flags: z.object({
    campaign: campaignFlag,
    file: z.string().describe('A JSON, CSV, Markdown or text file').meta({ value: 'FILE' }),
    replace: z.boolean().default(false).describe('Drop what came from other files too'),
  }),
  async run({ campaign: id, file, replace }, stores) {
    const entries = parseKnowledge(file, await readFlagFile('--file', file))
    const db = await stores.db()
    const input = { entries, source: basename(file), replaceAll: replace, actor: 'cli' }
    return importKnowledge(db, await accountOfCampaign(db, id), id, input)
  },
})
