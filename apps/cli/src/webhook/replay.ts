import { type ReplayWhat, replay } from '@parley/data/deliveries/replay'
import { z } from 'zod'
import { accountFlag, idFlag } from '../flags.ts'
import { Mistake } from '../mistake.ts'
import { defineVerb } from '../verb.ts'
import { kindFlag } from './kind-flag.ts'

export const webhookReplay = defineVerb({
  name: 'webhook replay',
  summary: 'Post again: one message, one event, or all that failed since a time',
  flags: z.object({
    account: accountFlag,
    kind: kindFlag,
    message: idFlag('message').optional().describe('The message'),
    event: idFlag('delivery').optional().describe('The event, by its webhook-id'),
    failedSince: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-01-31T08:00:00Z' })
      .transform((text) => new Date(text))
      .optional()
      .describe('All that failed and were stored since then')
      .meta({ value: 'TIME' }),
  }),
  async run({ account, kind, message, event, failedSince }, stores) {
    const chosen: ReplayWhat[] = [
      ...(message ? [{ messageId: message }] : []),
      ...(event ? [{ deliveryId: event }] : []),
      ...(failedSince ? [{ failedSince }] : []),
    ]
    const [what] = chosen
    if (!what || chosen.length > 1) throw new Mistake('give one of --message, --event and --failed-since')
    return replay(await stores.db(), account, { kind, what, actor: 'cli' })
  },
})
