import type { Db } from '@parley/data/db'
import { listDeadLetters, removeDeadLetters } from '@parley/data/pipeline/dead-letters'
import { storeFloodedMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'

const sliceLetters = 100

/** Tries dead letters again: one, or all that there are now. Says how many. */
export async function requeueDeadLetters(db: Db, queues: Queues, id?: string): Promise<number> {
  const before = new Date() // what fails again meanwhile is not tried for ever
  let requeued = 0
  for (;;) {
    const letters = await listDeadLetters(db, { id, before, limit: sliceLetters })
    if (letters.length === 0) return requeued
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
}
