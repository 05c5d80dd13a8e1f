import type { Db } from '../db.ts'

export type NewMedia = { id: string; contentType: string; sizeBytes: number; sha256: Buffer }

/**
 * Says that a file is there. Called before it is: then the row of a sweep that is just removing the same file is waited
 * for, and a file is never without its row.
 */
export async function saveMedia(db: Db, accountId: string, media: NewMedia): Promise<void> {
  await db.pool.query(
    `insert into media (id, account_id, content_type, size_bytes, sha256) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set created_at = now()`,
    [media.id, accountId, media.contentType, media.sizeBytes, media.sha256],
  )
}
