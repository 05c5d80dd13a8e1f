import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type MediaLink = { accountId: string; mediaId: string; expiresAtMs: number }

/** The key of links is derived from SECRETS_KEY, so that nothing signed here opens anything else. */
export const mediaLinkKey = (secretsKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'parley media links', 32))

/** A path that opens one file of one account for a while, to whoever has it: `<base>/<account>/<media>?expires=…&signature=…`. */
export function signMediaLink(key: Buffer, base: string, link: MediaLink): string {
  const query = new URLSearchParams({
    expires: String(link.expiresAtMs),
    signature: signatureOf(key, link).toString('base64url'),
  })
  return `${base}/${link.accountId}/${link.mediaId}?${query}`
}

/** What the link opens; null when it is not ours, altered or expired. */
export function readMediaLink(
  key: Buffer,
  given: { accountId: string; mediaId: string; expires: string; signature: string },
  nowMs: number = Date.now(),
): MediaLink | null {
  if (!/^\d{1,15}$/.test(given.expires)) return null
  const link = { accountId: given.accountId, mediaId: given.mediaId, expiresAtMs: Number(given.expires) }
  const signature = Buffer.from(given.signature, 'base64url')
  const expected = signatureOf(key, link)
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isOurs && nowMs < link.expiresAtMs ? link : null
}

const signatureOf = (key: Buffer, { accountId, mediaId, expiresAtMs }: MediaLink): Buffer =>
  createHmac('sha256', key).update(`${accountId}\n${mediaId}\n${expiresAtMs}`).digest()
