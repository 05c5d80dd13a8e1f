import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'

/**
 * Removes up to `limit` files that no message refers to and that are older than `before`, with their rows. The rows stay
 * locked until the files are gone, so whoever saves the same file meanwhile writes it after that.
 */
export async function sweepMedia(
  db: Db,
  options: { before: Date; limit: number; removeFile(mediaId: string): Promise<void> },
): Promise<number> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `delete from media where id in (
         select id from media
         where created_at < $1
           and not exists (select from message where message.media_id = media.id)
           and not exists (select from dead_letter where dead_letter.payload ->> 'mediaId' = media.id::text)
         order by created_at
         limit $2
         for update skip locked
       )
       returning id`,
      [options.before, options.limit],
    )
    for (const { id } of rows) await options.removeFile(id)
    return rows.length
  })
}
