import { showId } from '@parley/contracts/ids'
import { getCampaign } from '@parley/data/campaigns/get-campaign'
import { setCampaign } from '@parley/data/campaigns/set-campaign'
import { z } from 'zod'
import { mergeModel, modelFlags, readKeyFile } from '../bot/model-flags.ts'
import { Mistake } from '../mistake.ts'
import { defineVerb } from '../verb.ts'
import { accountOfCampaign } from './find-account.ts'
import { campaignFlag, campaignFlags } from './flags.ts'

export const campaignSet = defineVerb({
  name: 'campaign set',
  summary: 'Change a campaign, or the language model that it uses',
  flags: z.object({
    campaign: campaignFlag,
    ...campaignFlags,
    name: campaignFlags.name.optional(),
    active: z.enum(['on', 'off']).optional().describe('Whether messages are routed to it'),
    ...modelFlags,
  }),
  async run({ campaign: id, default: isDefault, active, ...flags }, stores) {
    const db = await stores.db()
    const accountId = await accountOfCampaign(db, id)
    const { name, keywords, engine, instructions, quietMs, loopLimit, fallback, ...model } = flags
    const llmKey = await readKeyFile(model.keyFile)
    const isModelGiven = Object.values(model).some((value) => value !== undefined)
    const given = {
      ...{ name, keywords, engine, instructions, quietMs, loopLimit, fallback, llmKey },
      ...(isDefault && { isDefault }),
      ...(active && { active: active === 'on' }),
      ...(isModelGiven && { llm: mergeModel((await getCampaign(db, accountId, id)).llm, model) }),
    }
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(changes).length === 0) throw new Mistake('nothing to change; see parley campaign set --help')
    const secretsKey = llmKey === undefined ? undefined : stores.secretsKey()
    const campaign = await setCampaign(db, accountId, id, { changes, secretsKey, actor: 'cli' })
    return { ...campaign, id: showId('campaign', id), llm: JSON.stringify(campaign.llm) }
  },
})
