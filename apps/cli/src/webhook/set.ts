import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookSet = defineVerb({
  name: 'webhook set',
  summary: 'Set the URL that replies are posted to; shows the signing secret',
  flags: z.object({
    account: accountFlag,
    url: z.string().describe('A full http or https address').meta({ value: 'URL' }),
    kind: kindFlag,
  }),
  async run({ account, url, kind }, stores) {
    const secretsKey = stores.secretsKey()
    return saveEndpoint(await stores.db(), secretsKey, account, { kind, url, actor: 'cli' })
  },
})
