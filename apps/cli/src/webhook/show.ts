import { getEndpoint } from '@parley/data/webhooks/get-endpoint'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookShow = defineVerb({
  name: 'webhook show',
  summary: 'Show a webhook: its URL, its secret, how it fares and what waits for it',
  flags: z.object({ account: accountFlag, kind: kindFlag }),
  async run({ account, kind }, stores) {
    const secretsKey = stores.secretsKey()
    const { failingSince, previousSecretUntil, ...endpoint } = await getEndpoint(
      await stores.db(),
      secretsKey,
      account,
      kind,
    )
    return {
      ...endpoint,
      kind: endpoint.kind.replace('_', '-'),
      previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
    }
  },
})
