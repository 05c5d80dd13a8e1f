import { queueNames } from '@parley/queues/catalog'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

export const queueRetry = defineVerb({
  name: 'queue retry',
  summary: 'Put the failed jobs of a queue back into it',
  flags: z.object({ queue: z.enum(queueNames).describe('The queue, as parley queue list names it') }),
  async run({ queue: name }, stores) {
    const queue = (await stores.queues()).queue(name)
    const retried = await queue.getFailedCount()
    await queue.retryJobs({ state: 'failed' })
    return { queue: name, retried }
  },
})
