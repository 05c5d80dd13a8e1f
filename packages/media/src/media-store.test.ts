import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { newId } from '@parley/contracts/ids'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MediaConfig } from './media-config.ts'
import { type MediaStore, openMediaStore } from './media-store.ts'
import { startS3Server } from './testing/s3-server.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/with+signs' }

async function openBucket(secret = keys.secretAccessKey, bucket = 'files') {
  const server = await startS3Server('files', keys)
  onTestFinished(server.close)
  const url = `s3://${bucket}/parley/media?endpoint=${encodeURIComponent(server.url)}&region=eu-test-1`
  const config = MediaConfig.parse({ MEDIA_URL: url, MEDIA_S3_KEY_ID: keys.accessKeyId, MEDIA_S3_SECRET: secret })
  return { server, store: openMediaStore(config) }
}
async function openFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'parley-media-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const MEDIA_URL = pathToFileURL(join(dir, 'not yet', 'media')).href
  return { dir, store: openMediaStore(MediaConfig.parse({ MEDIA_URL })) }
}

describe.each([
  ['a folder', async () => (await openFolder()).store],
  ['an S3-compatible bucket', async () => (await openBucket()).store],
] satisfies [string, () => Promise<MediaStore>][])('in %s', (_name, open) => {
  test('a file is kept byte for byte, replaced as a whole, and gone when removed', async () => {
    const store = await open()
    const id = newId()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256))
    expect(await store.read(id)).toBeNull()
    await store.put(id, bytes)
    const read = async () => buffer((await store.read(id)) ?? Readable.from([]))
    expect((await read()).equals(bytes)).toBe(true)
    const part = await store.read(id, { start: 300, end: 302 })
    expect([...(await buffer(part ?? Readable.from([])))]).toEqual([44, 45, 46])
    await store.put(id, Buffer.from('other'))
    expect((await read()).toString()).toBe('other')
    await store.remove(id)
    await store.remove(id)
    expect(await store.read(id)).toBeNull()
  })

  test('files written at the same time under one id leave one whole file', async () => {
    const store = await open()
    const id = newId()
    const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(50_000, letter))
    await Promise.all(versions.map((bytes) => store.put(id, bytes)))
    const kept = await buffer((await store.read(id)) ?? Readable.from([]))
    expect(versions.some((bytes) => bytes.equals(kept))).toBe(true)
  })
})

test('a folder holds nothing but whole files', async () => {
  const { dir, store } = await openFolder()
  const id = newId()
  await store.put(id, Buffer.from('bytes'))
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([id])
})

test('objects of a bucket stand under the prefix', async () => {
  const { server, store } = await openBucket()
  await store.put('id-1', Buffer.from('bytes'))
  expect([...server.objects.keys()]).toEqual(['/files/parley/media/id-1'])
})

test('a wrong secret and a missing bucket are said, and nothing counts as kept', async () => {
  await expect((await openBucket('wrong')).store.put('id', Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch')
  await expect((await openBucket(undefined, 'nowhere')).store.put('id', Buffer.from('x'))).rejects.toThrow(
    'There is no media bucket "nowhere"',
  )
})

test('a bucket without its key is refused with what to set', () => {
  expect(() => openMediaStore(MediaConfig.parse({ MEDIA_URL: 's3://files' }))).toThrow('MEDIA_S3_KEY_ID')
})
