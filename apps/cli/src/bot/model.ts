import { LlmSettings } from '@parley/contracts/campaigns'
import { ParleyError } from '@parley/contracts/errors'
import { setLlmDefaults } from '@parley/data/campaigns/set-llm-defaults'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { mergeModel, modelFlags, readKeyFile } from './model-flags.ts'

export const botModel = defineVerb({
  name: 'bot model',
  summary: "Set the language model that an account's campaigns use where they name none",
  flags: z.object({ account: accountFlag, ...modelFlags }),
  async run({ account: accountId, ...flags }, stores) {
    const db = await stores.db()
    const account = await db.prisma.account.findUnique({ where: { id: accountId }, select: { llmDefaults: true } })
    if (!account) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
    const llm = mergeModel(LlmSettings.parse(account.llmDefaults), flags)
    const llmKey = await readKeyFile(flags.keyFile)
    const saved = await setLlmDefaults(db, stores.secretsKey(), accountId, { llm, llmKey, actor: 'cli' })
    return { ...saved.llm, hasLlmKey: saved.hasLlmKey }
  },
})
