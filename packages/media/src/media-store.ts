import type { Readable } from 'node:stream'
import { openDiskStore } from './disk-store.ts'
import type { MediaConfig } from './media-config.ts'
import { openS3Store } from './s3-store.ts'

/** From the first to the last byte, counted from 0, both included. */
export type BytesPart = { start: number; end: number }

/** Keeps files by id. What they are stands in the database. */
export type MediaStore = {
  /** Durable when it resolves. The same id again replaces the file as a whole. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** The file, or a part of it; null when there is no such file. */
  read(id: string, part?: BytesPart): Promise<Readable | null>
  /** No error when it is gone already. */
  remove(id: string): Promise<void>
}

export function openMediaStore(config: MediaConfig): MediaStore {
  const url = new URL(config.MEDIA_URL)
  return url.protocol === 'file:' ? openDiskStore(url) : openS3Store(url, config)
}
