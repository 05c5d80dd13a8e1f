import { randomBytes } from 'node:crypto'
import { newId } from '@parley/contracts/ids'
import { expect, test } from 'vitest'
import { mediaHeaders } from './serve-media.ts'
import { mediaLinkKey, readMediaLink, signMediaLink } from './signed-link.ts'

const key = mediaLinkKey(randomBytes(32))
const link = { accountId: newId(), mediaId: newId(), expiresAtMs: 1_000_000 }

function parse(path: string) {
  const url = new URL(path, 'http://console')
  const [accountId = '', mediaId = ''] = url.pathname.split('/').slice(-2)
  const { expires = '', signature = '' } = Object.fromEntries(url.searchParams)
  return { accountId, mediaId, expires, signature }
}
const given = parse(signMediaLink(key, '/media', link))

test('a link opens its file until it expires, and not a moment longer', () => {
  expect(readMediaLink(key, given, 999_999)).toEqual(link)
  expect(readMediaLink(key, given, 1_000_000)).toBeNull()
})

test('a link that was altered, or is of another installation, opens nothing', () => {
  for (const altered of [
    { ...given, accountId: newId() },
    { ...given, mediaId: newId() },
    { ...given, expires: '2000000' },
    { ...given, expires: '1e9' },
    { ...given, signature: '' },
    { ...given, signature: given.signature.slice(0, -2) },
  ]) {
    expect(readMediaLink(key, altered, 0)).toBeNull()
  }
  expect(readMediaLink(mediaLinkKey(randomBytes(32)), given, 0)).toBeNull()
})

test('what a browser could run is served as bytes to save; a picture is shown', () => {
  for (const contentType of ['text/html', 'image/svg+xml', 'application/xml', 'application/pdf', 'text/plain']) {
    expect(mediaHeaders({ id: 'x', contentType, sizeBytes: 5 })).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="media-x\.\w+"$/),
      'x-content-type-options': 'nosniff',
    })
  }
  expect(mediaHeaders({ id: 'x', contentType: 'image/png', sizeBytes: 5 })).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="media-x.png"',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})
