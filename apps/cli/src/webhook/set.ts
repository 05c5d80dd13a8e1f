import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const webhookSet = defineVerb({
  name: 'webhook set',
  summary: 'Set the URL that replies are posted to; shows the signing secret',
  flags: z.object({
    account: accountFlag,
    url: z.string().describe('A full http or https address').meta({ value: 'URL' }),
    kind: z.enum(['reply', 'auto-recharge']).default('reply').describe('Which events go there'),
  }),
  async run({ account, url, kind }, stores) {
    const secretsKey = stores.secretsKey()
    const input = { kind: kind === 'reply' ? kind : ('auto_recharge' as const), url, actor: 'cli' }
    return saveEndpoint(await stores.db(), secretsKey, account, input)
  },
})
