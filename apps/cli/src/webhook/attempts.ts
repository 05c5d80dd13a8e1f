import { listAttempts } from '@parley/data/deliveries/list-attempts'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { accountFlag, idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookAttempts = defineVerb({
  name: 'webhook attempts',
  summary: 'List the latest tries to post an event, newest first',
  flags: z.object({
    account: accountFlag,
    kind: kindFlag,
    message: idFlag('message').optional().describe('Only those at this message'),
    limit: wholeNumber(1, 1_000).default(20).describe('How many; 20 unless it is given').meta({ value: 'N' }),
  }),
  async run({ account, kind, message, limit }, stores) {
    const attempts = await listAttempts(await stores.db(), account, { kind, messageId: message, limit })
    return attempts.map((attempt) => ({
      startedAt: attempt.startedAt.toISOString(),
      webhookId: attempt.webhookId,
      messageId: attempt.messageId,
      number: attempt.number,
      statusCode: attempt.statusCode,
      durationMs: attempt.durationMs,
      error: attempt.error,
      nextAttemptAt: attempt.nextAttemptAt?.toISOString() ?? null,
    }))
  },
})
