import type { Db } from '../db.ts'

export type FoundMedia = { id: string; contentType: string; sizeBytes: number }

export async function findMedia(db: Db, accountId: string, mediaId: string): Promise<FoundMedia | null> {
  return db.prisma.media.findFirst({
    where: { accountId, id: mediaId },
    select: { id: true, contentType: true, sizeBytes: true },
  })
}
