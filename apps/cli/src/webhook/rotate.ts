import { rotateSecret } from '@parley/data/webhooks/rotate-secret'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookRotate = defineVerb({
  name: 'webhook rotate',
  summary: 'Make a new signing secret; the old one stays valid for 24 hours',
  flags: z.object({ account: accountFlag, kind: kindFlag }),
  async run({ account, kind }, stores) {
    const secretsKey = stores.secretsKey()
    const rotated = await rotateSecret(await stores.db(), secretsKey, account, { kind, actor: 'cli' })
    return { secret: rotated.secret, previousSecretUntil: rotated.previousSecretUntil.toISOString() }
  },
})
