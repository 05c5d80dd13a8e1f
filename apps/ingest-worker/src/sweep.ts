import type { Db } from '@parley/data/db'
import { sweepMedia } from '@parley/data/pipeline/sweep-media'
import type { MediaStore } from '@parley/media/media-store'
import { oldestAccepted } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'

const sliceFiles = 100
/** A file is stored before its message; no message is on its way for so long unless the queue has it. */
const minAgeMs = 24 * 3_600_000
/** A file is older than the job that refers to it by the time of one request. */
const marginMs = 600_000

/** Removes a slice of the files that no message refers to. Those that a waiting message may refer to are kept. */
export async function sweepUnused(
  { db, queues, store }: { db: Db; queues: Queues; store: MediaStore },
  now: Date = new Date(),
): Promise<{ removed: number; more: boolean }> {
  const oldest = await oldestAccepted(queues)
  const before = new Date(Math.min(now.getTime() - minAgeMs, (oldest?.getTime() ?? now.getTime()) - marginMs))
  const removed = await sweepMedia(db, { before, limit: sliceFiles, removeFile: store.remove })
  return { removed, more: removed === sliceFiles }
}
