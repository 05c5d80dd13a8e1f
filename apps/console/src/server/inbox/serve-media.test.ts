import { newId, showId } from '@parley/contracts/ids'
import type { Attachment, InboxMessage } from '@parley/contracts/session/inbox'
import { saveMedia } from '@parley/data/media/save-media'
import { settleMediaFetch } from '@parley/data/pipeline/media-fetches'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { keepFile } from '@parley/media/keep-file'
import { mediaLinkKey, signMediaLink } from '@parley/media/signed-link'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { createAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useConsole, type Visitor } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const server = useConsole(database)
let accountId: string
let viewer: Visitor

beforeAll(async () => {
  ;({ id: accountId } = await createAgency(database.db))
  viewer = await server.logIn((await addMember(database.db, accountId, 'viewer')).email)
})

/** A message of somebody new with this file, as the gateway leaves it. */
async function receive(contentType: string, bytes: Buffer) {
  const message = acceptedMessage(accountId, newId(), { fromId: newId(), mediaContentType: contentType })
  const file = { messageId: message.id, contentType, bytes }
  const { id: mediaId } = await keepFile(server.media, file, (row) => saveMedia(database.db, accountId, row))
  await storeMessages(database.db, [{ ...message, mediaId }])
  return { ...message, mediaId }
}

async function attachmentOf({ contactId }: { contactId: string }): Promise<Attachment | null | undefined> {
  const params = { conversation: showId('contact', contactId) }
  const account = showId('account', accountId)
  const page = await viewer('GET /conversations/:conversation/messages', { account, params })
  const [message] = page.json().items as InboxMessage[]
  return message?.media
}

async function linkOf(message: { contactId: string }): Promise<string> {
  const media = await attachmentOf(message)
  if (media?.state !== 'kept') throw new Error(`The file is ${media?.state}`)
  return server.url + media.url
}

test('a picture is shown by its link, to whoever has it; the link stays the same from look to look', async () => {
  const message = await receive('image/png', Buffer.from('a picture'))
  expect(await attachmentOf(message)).toMatchObject({
    state: 'kept',
    contentType: 'image/png',
    name: `media-${message.mediaId.slice(0, 8)}.png`,
    sizeBytes: 9,
  })
  const link = await linkOf(message)
  const answer = await fetch(link)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; /)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe('a picture')
  const expiry = (of: string) => Number(new URL(of).searchParams.get('expires'))
  expect(expiry(await linkOf(message)) - expiry(link)).toBeOneOf([0, 15 * 60_000])
})

test.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/pdf'])(
  'a file of type %s can be saved, and never runs here',
  async (contentType) => {
    const answer = await fetch(await linkOf(await receive(contentType, Buffer.from('<svg onload="alert(1)"/>'))))
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="media-[0-9a-f]{8}\.(bin|pdf)"$/)
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  },
)

test('a link that is altered, expired, or names another account opens nothing', async () => {
  const message = await receive('image/png', Buffer.from('a picture'))
  const link = await linkOf(message)
  const key = mediaLinkKey(server.secretsKey)
  const signed = (given: { accountId: string; expiresAtMs: number }) =>
    server.url + signMediaLink(key, '/media', { mediaId: message.mediaId, ...given })
  const { id: otherId } = await createAgency(database.db)
  const later = Date.now() + 60_000
  expect((await fetch(signed({ accountId, expiresAtMs: later }))).status).toBe(200)
  for (const bad of [
    link.replace(/signature=.{4}/, 'signature=AAAA'),
    link.replace(/&signature=.*/, ''),
    link.replace(/expires=\d+/, `expires=${later * 2}`),
    link.replace(accountId, otherId),
    signed({ accountId, expiresAtMs: Date.now() - 1 }),
    signed({ accountId: otherId, expiresAtMs: later }),
  ]) {
    const answer = await fetch(bad)
    expect(answer.status, bad).toBe(404)
    expect(await answer.text()).not.toContain('picture')
  }
})

test('players get the part that they ask for, and are told when there is none', async () => {
  const link = await linkOf(await receive('audio/mpeg', Buffer.from('0123456789')))
  const ask = async (range: string) => {
    const answer = await fetch(link, { headers: { range } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  expect(await ask('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await ask('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await ask('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
  expect(await ask('bytes=10-')).toEqual([416, 'bytes */10', ''])
})

test('a file that is still being fetched says so; one that could not be had says why; one that is gone too', async () => {
  const mediaUrl = 'https://example.com/a.png'
  const message = acceptedMessage(accountId, newId(), { fromId: newId(), mediaUrl, mediaContentType: 'image/png' })
  await storeMessages(database.db, [message])
  expect(await attachmentOf(message)).toEqual({ state: 'fetching', contentType: 'image/png' })
  await settleMediaFetch(database.db, message.id, { error: 'The URL asks for a login (401)' })
  expect(await attachmentOf(message)).toEqual({
    state: 'missing',
    contentType: 'image/png',
    reason: 'The URL asks for a login (401)',
  })
  const lost = await receive('image/png', Buffer.from('x'))
  const link = await linkOf(lost)
  await server.media.remove(lost.mediaId)
  expect((await fetch(link)).status).toBe(404)
})
