import { ParleyError } from '@parley/contracts/errors'
import { requeueDeadLetters } from '@parley/runtime/requeue-dead-letters'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const queueRequeue = defineVerb({
  name: 'queue requeue',
  summary: 'Try dead letters again: one, or all that there are now',
  flags: z.object({ message: idFlag('message').optional().describe('Only this one, as parley queue dead names it') }),
  argument: 'message',
  async run({ message: id }, stores) {
    const requeued = await requeueDeadLetters(await stores.db(), await stores.queues(), id)
    if (id && requeued === 0) throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such dead letter')
    return { requeued }
  },
})
