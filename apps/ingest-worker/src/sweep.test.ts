import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newId } from '@parley/contracts/ids'
import { saveMedia } from '@parley/data/media/save-media'
import { setAside } from '@parley/data/pipeline/dead-letters'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { openDiskStore } from '@parley/media/disk-store'
import { storeMessages as storeJob } from '@parley/queues/catalog'
import { openQueues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { sweepUnused } from './sweep.ts'

const database = useTestDatabase()

async function setUp() {
  const dir = await mkdtemp(join(tmpdir(), 'parley-sweep-'))
  const queues = await openQueues({ url: database.url })
  onTestFinished(async () => {
    await queues.queue('ingest').obliterate({ force: true })
    await queues.close()
    await rm(dir, { recursive: true, force: true })
    await database.db.prisma.media.deleteMany()
  })
  const parts = { db: database.db, queues, store: openDiskStore(pathToFileURL(dir)) }
  const addFile = async () => {
    const id = newId()
    await saveMedia(database.db, newId(), { id, contentType: 'text/plain', sizeBytes: 1, sha256: Buffer.alloc(32) })
    await parts.store.put(id, Buffer.from('x'))
    return id
  }
  const isThere = async (id: string) => {
    const file = await parts.store.read(id)
    file?.destroy()
    return file !== null && (await database.db.prisma.media.count({ where: { id } })) === 1
  }
  return { parts, addFile, isThere }
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

test('files that no message refers to go when they are a day old; those of messages and dead letters stay', async () => {
  const { parts, addFile, isThere } = await setUp()
  const [unused, used, aside] = [await addFile(), await addFile(), await addFile()]
  await storeMessages(database.db, [acceptedMessage(newId(), 'used', { mediaId: used })])
  await setAside(database.db, acceptedMessage(newId(), 'aside', { mediaId: aside }), 'for a test')
  expect(await sweepUnused(parts, inDays(0.9))).toEqual({ removed: 0, more: false })
  expect(await sweepUnused(parts, inDays(1.1))).toEqual({ removed: 1, more: false })
  expect(await Promise.all([unused, used, aside].map(isThere))).toEqual([false, true, true])
})

test('while a message waits in the queue no file is removed that it may refer to', async () => {
  const { parts, addFile, isThere } = await setUp()
  const file = await addFile()
  await parts.queues.enqueue(storeJob, { messages: [acceptedMessage(newId(), 'waits', { mediaId: file })] })
  await sweepUnused(parts, inDays(30))
  expect(await isThere(file)).toBe(true)
  await parts.queues.queue('ingest').drain()
  await sweepUnused(parts, inDays(30))
  expect(await isThere(file)).toBe(false)
})

test('a file that is saved anew while it is swept is there afterwards', async () => {
  const { parts, addFile, isThere } = await setUp()
  const file = await addFile()
  const saveAnew = async () => {
    await saveMedia(database.db, newId(), {
      id: file,
      contentType: 'text/plain',
      sizeBytes: 1,
      sha256: Buffer.alloc(32),
    })
    await parts.store.put(file, Buffer.from('x'))
  }
  let saved: Promise<void> | undefined
  const store = {
    ...parts.store,
    remove: async (id: string) => {
      saved = saveAnew() // meets the row's lock and waits for the end of the sweep
      await parts.store.remove(id)
    },
  }
  expect((await sweepUnused({ ...parts, store }, inDays(2))).removed).toBe(1)
  await saved
  expect(await isThere(file)).toBe(true)
})
