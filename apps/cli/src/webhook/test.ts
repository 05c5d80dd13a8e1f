import { sendTest } from '@parley/data/webhooks/send-test'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookTest = defineVerb({
  name: 'webhook test',
  summary: 'Post a test event now; when it succeeds, a disabled webhook is enabled',
  flags: z.object({ account: accountFlag, kind: kindFlag }),
  async run({ account, kind }, stores) {
    const secretsKey = stores.secretsKey()
    const { postWebhook } = await import('@parley/outbound/post-webhook')
    const outbound = await stores.outbound()
    const { ok, statusCode, error, durationMs, address, responseBody } = await sendTest(
      await stores.db(),
      secretsKey,
      account,
      { kind, actor: 'cli', post: (event) => postWebhook(outbound, event) },
    )
    return { ok, statusCode, error, durationMs, address, responseBody }
  },
})
