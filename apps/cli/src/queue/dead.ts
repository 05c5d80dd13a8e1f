import { showId } from '@parley/contracts/ids'
import { listDeadLetters } from '@parley/data/pipeline/dead-letters'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

const limit = 100

export const queueDead = defineVerb({
  name: 'queue dead',
  summary: `Show the messages that could not be stored, with the reason; the ${limit} oldest`,
  flags: z.object({}),
  note: 'parley queue requeue tries them again.',
  async run(_flags, stores) {
    const letters = await listDeadLetters(await stores.db(), { limit })
    return letters.map(({ id, accountId, message, reason, createdAt }) => ({
      message: showId('message', id),
      account: showId('account', accountId),
      sid: message.sid,
      since: createdAt.toISOString(),
      reason,
    }))
  },
})
