import { ParleyError } from '@parley/contracts/errors'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import type { Db } from '@parley/data/db'
import { saveMedia } from '@parley/data/media/save-media'
import { judgeType } from '@parley/media/content-type'
import { decodeDataUri, isDataUri } from '@parley/media/data-uri'
import { keepFile } from '@parley/media/keep-file'
import type { MediaStore } from '@parley/media/media-store'

/** Stores a file that came within the message; from then on the message carries a reference instead of bytes. */
export async function stashMedia(db: Db, store: MediaStore, message: AcceptedMessage): Promise<AcceptedMessage> {
  const { mediaUrl, mediaContentType = '', ...rest } = message
  if (mediaUrl === undefined || !isDataUri(mediaUrl)) return message
  const bytes = decodeDataUri(mediaUrl)
  const judged = await judgeType(bytes, mediaContentType)
  if (!('type' in judged)) {
    const found = judged.found ? `its bytes are ${judged.found}` : 'its bytes are not of that type'
    throw new ParleyError('BAD_REQUEST', `customData.mediaContentType is ${judged.insteadOf}, but ${found}`)
  }
  const file = { messageId: message.id, contentType: judged.type, bytes }
  const kept = await keepFile(store, file, (row) => saveMedia(db, message.accountId, row)).catch((cause: unknown) => {
    throw new ParleyError('UNAVAILABLE', 'The file cannot be stored now; send the same again shortly.', {
      retryAfterS: 1,
      cause,
    })
  })
  return { ...rest, mediaContentType: kept.contentType, mediaId: kept.id }
}
