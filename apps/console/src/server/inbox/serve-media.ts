import { ParleyError } from '@parley/contracts/errors'
import { findMedia } from '@parley/data/media/find-media'
import { mediaHeaders } from '@parley/media/serve-media'
import { mediaLinkKey, readMediaLink, signMediaLink } from '@parley/media/signed-link'
import type { FastifyInstance } from 'fastify'
import parseRange from 'range-parser'
import type { ConsoleParts } from '../parts.ts'

const base = '/media'
const lifeMs = 15 * 60_000

type MediaRequest = {
  Params: { account: string; media: string }
  Querystring: { expires?: string; signature?: string }
}

/** Makes links for whoever may read the messages. They stay the same for a while, so that browsers keep what they have. */
export function mediaLinksOf(secretsKey: Buffer, accountId: string): (mediaId: string) => string {
  const key = mediaLinkKey(secretsKey)
  const expiresAtMs = (Math.ceil(Date.now() / lifeMs) + 1) * lifeMs
  return (mediaId) => signMediaLink(key, base, { accountId, mediaId, expiresAtMs })
}

/** Files of messages, to whoever has a link that is still good. Players ask for parts, and some play nothing without. */
export function registerMedia(app: FastifyInstance, { db, media, secretsKey }: ConsoleParts): void {
  const key = mediaLinkKey(secretsKey)
  app.get<MediaRequest>(`${base}/:account/:media`, async ({ params, query, headers }, reply) => {
    const { expires = '', signature = '' } = query
    const link = readMediaLink(key, { accountId: params.account, mediaId: params.media, expires, signature })
    if (!link) throw new ParleyError('NOT_FOUND', 'This link is no longer good. Open the conversation anew.')
    const found = await findMedia(db, link.accountId, link.mediaId)
    if (!found) throw gone()
    const ranges = headers.range ? parseRange(found.sizeBytes, headers.range) : []
    if (ranges === -1) return reply.code(416).header('content-range', `bytes */${found.sizeBytes}`).send()
    // Several parts at once may be answered with the whole, which is what asking for none gives.
    const part = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined
    const file = await media.read(found.id, part)
    if (!file) throw gone()
    reply.headers({ ...mediaHeaders(found), 'accept-ranges': 'bytes' })
    if (part) {
      reply.code(206).headers({
        'content-range': `bytes ${part.start}-${part.end}/${found.sizeBytes}`,
        'content-length': String(part.end - part.start + 1),
      })
    }
    return reply.send(file)
  })
}

const gone = () => new ParleyError('NOT_FOUND', 'This file is no longer kept.')
