import { enableEndpoint } from '@parley/data/webhooks/enable-endpoint'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookEnable = defineVerb({
  name: 'webhook enable',
  summary: 'Enable a disabled webhook; what waited goes out in order',
  flags: z.object({ account: accountFlag, kind: kindFlag }),
  async run({ account, kind }, stores) {
    return enableEndpoint(await stores.db(), account, { kind, actor: 'cli' })
  },
})
