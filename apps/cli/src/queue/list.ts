import { queueNames } from '@parley/queues/catalog'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

export const queueList = defineVerb({
  name: 'queue list',
  summary: 'Show how many jobs each queue holds, by state',
  flags: z.object({}),
  async run(_flags, stores) {
    const queues = await stores.queues()
    return Promise.all(
      queueNames.map(async (queue) => ({
        queue,
        ...(await queues.queue(queue).getJobCounts('waiting', 'active', 'delayed', 'failed')),
      })),
    )
  },
})
