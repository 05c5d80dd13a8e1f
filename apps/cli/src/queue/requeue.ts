import { ParleyError } from '@parley/contracts/errors'
import { listDeadLetters, removeDeadLetters } from '@parley/data/pipeline/dead-letters'
import { storeFloodedMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

const sliceLetters = 100

export const queueRequeue = defineVerb({
  name: 'queue requeue',
  summary: 'Try dead letters again: one, or all that there are now',
  flags: z.object({ message: idFlag('message').optional().describe('Only this one, as parley queue dead names it') }),
  argument: 'message',
  async run({ message: id }, stores) {
    const [db, queues] = [await stores.db(), await stores.queues()]
    const before = new Date() // what fails again meanwhile is not tried for ever
    let requeued = 0
    for (;;) {
      const letters = await listDeadLetters(db, { id, before, limit: sliceLetters })
      if (letters.length === 0) break
      // Into the queue first: who ends us in between leaves a letter that is tried twice, and stored once.
      for (const { message } of letters) {
        await queues.enqueue(storeFloodedMessages, { messages: [message] }, { jobId: ingestJobId(1) })
      }
      await removeDeadLetters(
        db,
        letters.map((letter) => letter.id),
      )
      requeued += letters.length
    }
    if (id && requeued === 0) throw new ParleyError('MESSAGE_NOT_FOUND', 'There is no such dead letter')
    return { requeued }
  },
})
