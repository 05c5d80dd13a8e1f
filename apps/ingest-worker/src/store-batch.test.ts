import { newId } from '@parley/contracts/ids'
import { connectDb, type Db } from '@parley/data/db'
import { setAside } from '@parley/data/pipeline/dead-letters'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type BatchStore, storeBatch } from './store-batch.ts'

const database = useTestDatabase()
const firstRun = { deaths: 0, note: 0, saveNote: async () => {} }

const storeOf = (db: Db): BatchStore => ({
  store: async (messages) => void (await storeMessages(db, messages)),
  setAside: (message, reason) => setAside(db, message, reason),
})
const deadLetters = (accountId: string) => database.db.prisma.deadLetter.findMany({ where: { accountId } })
const storedSids = async (accountId: string) =>
  (await database.db.prisma.message.findMany({ where: { accountId }, orderBy: { sid: 'asc' } })).map(({ sid }) => sid)

test('the one message that Postgres refuses is set aside with its reason, and the others are stored', async () => {
  const account = newId()
  const batch = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((sid) => acceptedMessage(account, sid))
  const bad = acceptedMessage(account, 'bad', { body: 'NUL \u0000' })
  await storeBatch(storeOf(database.db), batch.toSpliced(3, 0, bad), firstRun)
  expect(await storedSids(account)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(await deadLetters(account)).toMatchObject([
    { id: bad.id, payload: { sid: 'bad', body: 'NUL \u0000' }, reason: expect.stringContaining('SQLSTATE 22P05') },
  ])
})

test('a batch of nothing but bad messages loses none of them', async () => {
  const account = newId()
  await storeBatch(
    storeOf(database.db),
    ['a', 'b', 'c'].map((sid) => acceptedMessage(account, sid, { body: '\u0000' })),
    firstRun,
  )
  expect(await storedSids(account)).toEqual([])
  expect(await deadLetters(account)).toHaveLength(3)
})

test('a fault that is not a value’s is thrown for the whole batch, and nothing is set aside', async () => {
  const account = newId()
  const away = connectDb(new URL('/no_such_database', database.url).href)
  onTestFinished(() => away.close())
  const parts = { ...storeOf(away), setAside: vi.fn() }
  await expect(storeBatch(parts, [acceptedMessage(account, 'a')], firstRun)).rejects.toMatchObject({ code: '3D000' })
  expect(parts.setAside).not.toHaveBeenCalled()
})

test('a job that workers died on is stored message by message, and the note tells where', async () => {
  const account = newId()
  const [a, b] = [acceptedMessage(account, 'a'), acceptedMessage(account, 'b')]
  const notes: object[] = []
  const saveNote = async (note: object) => void notes.push(note)
  await storeBatch(storeOf(database.db), [a, b], { deaths: 3, note: 0, saveNote })
  expect(notes).toEqual([
    { messageId: a.id, deaths: 0 },
    { messageId: b.id, deaths: 0 },
  ])
  expect(await storedSids(account)).toEqual(['a', 'b'])
})

test('an outage while messages are stored one by one is not counted as the message’s doing', async () => {
  const message = acceptedMessage(newId(), 'a')
  const notes: object[] = []
  const saveNote = async (note: object) => void notes.push(note)
  const parts: BatchStore = { store: () => Promise.reject(new Error('away')), setAside: vi.fn() }
  const run = storeBatch(parts, [message], { deaths: 9, note: { messageId: message.id, deaths: 0 }, saveNote })
  await expect(run).rejects.toThrow('away')
  expect(notes).toEqual([{ messageId: message.id, deaths: 1 }, {}])
  expect(parts.setAside).not.toHaveBeenCalled()
})
