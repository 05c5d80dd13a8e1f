import { hash } from 'node:crypto'
import { mediaId } from '@parley/contracts/ids'
import type { MediaStore } from './media-store.ts'

export type KeptFile = { id: string; contentType: string; sizeBytes: number; sha256: Buffer }

/** Puts a message's file into the store, after `saveRow` has said that it is there. */
export async function keepFile(
  store: MediaStore,
  file: { messageId: string; contentType: string; bytes: Buffer },
  saveRow: (kept: KeptFile) => Promise<void>,
): Promise<KeptFile> {
  const sha256 = hash('sha256', file.bytes, 'buffer') as Buffer
  const id = mediaId(file.messageId, sha256)
  const kept = { id, contentType: file.contentType, sizeBytes: file.bytes.length, sha256 }
  await saveRow(kept)
  await store.put(id, file.bytes)
  return kept
}
