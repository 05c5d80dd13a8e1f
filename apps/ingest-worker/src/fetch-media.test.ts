import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { newId } from '@parley/contracts/ids'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openDiskStore } from '@parley/media/disk-store'
import { openOutbound } from '@parley/outbound/open-outbound'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { type FetchParts, fetchNextMedia } from './fetch-media.ts'

const database = useTestDatabase()

async function setUp(listener: RequestListener, allow = '127.0.0.0/8') {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dir = await mkdtemp(join(tmpdir(), 'parley-fetch-'))
  const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: allow }))
  onTestFinished(async () => {
    outbound.close()
    server.closeAllConnections()
    server.close()
    await rm(dir, { recursive: true, force: true })
  })
  const store = openDiskStore(pathToFileURL(dir))
  const settled: string[] = []
  const parts: FetchParts = {
    db: database.db,
    store,
    outbound,
    signal: new AbortController().signal,
    onSettled: ({ conversationId }) => settled.push(conversationId),
  }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** A message with a file at that path, and what became of it after one look. */
  const lookAt = async (path: string, mediaContentType = 'text/plain') => {
    const message = acceptedMessage(newId(), newId(), { mediaUrl: origin + path, mediaContentType })
    await storeMessages(database.db, [message, message])
    expect(await fetchNextMedia(parts)).toBe(true)
    return {
      message: await database.db.prisma.message.findUniqueOrThrow({ where: { id: message.id } }),
      due: await database.db.prisma.mediaFetch.findUnique({ where: { messageId: message.id } }),
    }
  }
  return { parts, store, lookAt, settled }
}

test('a file is fetched, kept and named by its message, those who look on are told, and nothing is due any more', async () => {
  const { parts, store, lookAt, settled } = await setUp((_request, response) => response.end('hello'))
  const { message, due } = await lookAt('/file')
  expect(message).toMatchObject({ mediaError: null, mediaId: expect.any(String) })
  const file = await store.read(message.mediaId ?? '')
  expect(file && (await text(file))).toBe('hello')
  expect(due).toBeNull()
  expect(settled).toEqual([message.conversationId])
  expect(await fetchNextMedia(parts)).toBe(false)
})

test('a redirect is followed, by the rules of the first address', async () => {
  const { lookAt } = await setUp((request, response) => {
    if (request.url === '/file') response.writeHead(302, { location: '/there' }).end()
    else if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
    else response.end('hello')
  })
  expect((await lookAt('/file')).message.mediaId).not.toBeNull()
  expect((await lookAt('/inside')).message.mediaError).toContain('10.0.0.1 is not allowed')
  expect((await lookAt('/round')).message.mediaError).toContain('too many redirects')
})

test('what cannot be had without a login, is another type, or is too large, leaves its reason with the message', async () => {
  const { lookAt } = await setUp((request, response) => {
    if (request.url === '/login') response.writeHead(401).end()
    else if (request.url === '/large') response.end(Buffer.alloc(10 * 1024 * 1024 + 1))
    else if (request.url === '/gone') response.writeHead(404).end()
    else if (request.url === '/empty') response.end()
    else response.end('<html>Log in</html>')
  })
  const errorOf = async (path: string, type?: string) => {
    const { message, due } = await lookAt(path, type)
    expect([message.mediaId, due]).toEqual([null, null])
    return message.mediaError
  }
  expect(await errorOf('/login')).toBe('The URL asks for a login (401)')
  expect(await errorOf('/gone')).toBe('The URL answered with status 404')
  expect(await errorOf('/page', 'image/png')).toBe('The URL leads to something else, not to image/png')
  expect(await errorOf('/large')).toBe('The file is larger than 10 MiB')
  expect(await errorOf('/empty')).toBe('The file is empty')
})

test('an address inside is not asked', async () => {
  let asked = 0
  const { lookAt } = await setUp((_request, response) => {
    asked += 1
    response.end('secret')
  }, '')
  expect((await lookAt('/file')).message.mediaError).toContain('127.0.0.1 is not allowed')
  expect(asked).toBe(0)
})

test('a server in trouble is asked again later, and given up in the end', async () => {
  const { parts, lookAt, settled } = await setUp((_request, response) => response.writeHead(503).end())
  const { message, due } = await lookAt('/file')
  expect(settled).toEqual([])
  expect(message.mediaError).toBeNull()
  expect(due).toMatchObject({ tries: 1 })
  for (let tries = 2; tries <= 4; tries += 1) {
    expect(await fetchNextMedia(parts)).toBe(false) // not before its time
    await database.db.pool.query(`update media_fetch set due_at = now() - interval '1 s' where message_id = $1`, [
      message.id,
    ])
    expect(await fetchNextMedia(parts)).toBe(true)
  }
  const after = await database.db.prisma.message.findUniqueOrThrow({ where: { id: message.id } })
  expect(after.mediaError).toBe('The URL answered with status 503')
  expect(settled).toEqual([message.conversationId])
})
