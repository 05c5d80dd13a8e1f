import type { Db } from '@parley/data/db'
import { saveMedia } from '@parley/data/media/save-media'
import {
  claimMediaFetches,
  type MediaFetch,
  retryMediaFetch,
  settleMediaFetch,
} from '@parley/data/pipeline/media-fetches'
import { judgeType } from '@parley/media/content-type'
import { fetchFile, MediaFault } from '@parley/media/fetch-file'
import { keepFile } from '@parley/media/keep-file'
import type { MediaStore } from '@parley/media/media-store'
import type { Outbound } from '@parley/outbound/open-outbound'

/** Longer than a file may take, so that nobody else takes it up meanwhile. */
const leaseMs = 120_000
const retryDelaysMs = [5_000, 60_000, 600_000]

export type FetchParts = {
  db: Db
  store: MediaStore
  outbound: Outbound
  signal: AbortSignal
  /** The conversation now shows the file, or why there is none. */
  onSettled(conversation: { accountId: string; conversationId: string }): void
}

/** Takes up one file that is due and settles it, or puts it off; false when none is due. */
export async function fetchNextMedia(parts: FetchParts): Promise<boolean> {
  const [due] = await claimMediaFetches(parts.db, { limit: 1, leaseMs })
  if (!due) return false
  try {
    const bytes = await fetchFile(parts.outbound, due.url, parts.signal)
    const contentType = await typeOf(bytes, due.contentType)
    const file = { messageId: due.messageId, contentType, bytes }
    const kept = await keepFile(parts.store, file, (row) => saveMedia(parts.db, due.accountId, row))
    await settle(parts, due, { mediaId: kept.id })
  } catch (error) {
    // Only what the other side did is told to people. A store of ours that is away is waited out by the lease.
    if (!(error instanceof MediaFault)) throw error
    await giveUpOrRetry(parts, due, error)
  }
  return true
}

async function typeOf(bytes: Buffer, declared: string): Promise<string> {
  const judged = await judgeType(bytes, declared)
  if ('type' in judged) return judged.type
  const found = judged.found ?? 'something else'
  throw new MediaFault(`The URL leads to ${found}, not to ${judged.insteadOf}`, { isFinal: true })
}

async function giveUpOrRetry(parts: FetchParts, due: MediaFetch, fault: MediaFault): Promise<void> {
  const delayMs = fault.isFinal ? undefined : retryDelaysMs[due.tries - 1]
  if (delayMs === undefined) await settle(parts, due, { error: fault.message })
  else await retryMediaFetch(parts.db, due.messageId, delayMs)
}

async function settle(
  { db, onSettled }: FetchParts,
  { messageId }: MediaFetch,
  outcome: { mediaId: string } | { error: string },
): Promise<void> {
  const conversation = await settleMediaFetch(db, messageId, outcome)
  if (conversation) onSettled(conversation)
}
