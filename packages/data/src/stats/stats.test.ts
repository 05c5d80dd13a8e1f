import { newId } from '@parley/contracts/ids'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../in-transaction.ts'
import { rollUpMessages } from '../pipeline/roll-up-messages.ts'
import { readOutcomes } from './read-outcomes.ts'
import { readTraffic } from './read-traffic.ts'

const database = useTestDatabase()
let accountId: string
beforeEach(() => {
  accountId = newId()
})

type Written = { sentBy?: 'bot' | 'person' | 'api'; status?: string; minutesAgo?: number; playground?: boolean }

const conversation = async (playground = false) => {
  const id = newId()
  await database.db.pool.query(
    `insert into conversation (id, account_id, channel, last_message_at, last_preview, is_playground)
     values ($1, $2, 'custom', now(), '', $3)`,
    [id, accountId, playground],
  )
  return id
}
const insertSql = `
  insert into message (id, account_id, conversation_id, direction, body, status, channel, sent_by, accepted_at, feed_xid)
  values ($1, $2, $3, $4, 'text', $5, 'custom', $6, now() - $7 * interval '1 minute', pg_current_xact_id())`
const values = (conversationId: string, { sentBy, status, minutesAgo = 0 }: Written) => {
  const direction = sentBy ? 'outgoing' : 'incoming'
  return [newId(), accountId, conversationId, direction, status ?? 'received', sentBy ?? null, minutesAgo]
}
const write = (conversationId: string, written: Written = {}) =>
  database.db.pool.query(insertSql, values(conversationId, written))
const rollUpAll = async () => {
  const { rows } = await database.db.pool.query<{ now: Date }>('select now()')
  const now = rows[0]?.now ?? new Date()
  await until(async () => {
    await rollUpMessages(database.db)
    const mark = await database.db.prisma.watermark.findUniqueOrThrow({ where: { name: 'message_hour' } })
    return mark.at > now
  })
}
const totals = async () => {
  const hours = await readTraffic(database.db, accountId, 24)
  const sum = (key: 'incoming' | 'bot' | 'person' | 'api') => hours.reduce((total, hour) => total + hour[key], 0)
  return { hours: hours.length, incoming: sum('incoming'), bot: sum('bot'), person: sum('person'), api: sum('api') }
}

test('messages count once, before and after they are rolled up, and those of the playground never', async () => {
  const real = await conversation()
  await write(real)
  await write(real, { sentBy: 'bot', status: 'Sent' })
  await write(real, { minutesAgo: 300 })
  await write(await conversation(true))
  const expected = { hours: 24, incoming: 2, bot: 1, person: 0, api: 0 }
  expect(await totals()).toEqual(expected)
  await rollUpAll()
  expect(await totals()).toEqual(expected)
  await write(real, { sentBy: 'person', status: 'Sent' })
  expect(await totals()).toEqual({ ...expected, person: 1 })
})

test('a message whose transaction is open while others are rolled up is counted when it is there', async () => {
  const id = await conversation()
  await inTransaction(database.db, async (client) => {
    await client.query(insertSql, values(id, {}))
    await write(id)
    for (let run = 0; run < 5; run += 1) await rollUpMessages(database.db)
    expect(await totals()).toMatchObject({ incoming: 1 })
  })
  expect(await totals()).toMatchObject({ incoming: 2 })
  await rollUpAll()
  expect(await totals()).toMatchObject({ incoming: 2 })
})

test('two processes that roll up at once count nothing twice', async () => {
  const id = await conversation()
  for (let at = 0; at < 20; at += 1) await write(id)
  await Promise.all([rollUpAll(), rollUpAll(), rollUpAll()])
  expect(await totals()).toMatchObject({ incoming: 20 })
})

test('the time to reply runs from the first unanswered message, and failures are told from successes', async () => {
  const id = await conversation()
  await write(id, { minutesAgo: 30 })
  await write(id, { minutesAgo: 29 })
  await write(id, { sentBy: 'bot', status: 'Sent', minutesAgo: 28 })
  await write(id, { sentBy: 'api', status: 'Failed', minutesAgo: 10 })
  const { medianReplyMs, ...counts } = await readOutcomes(database.db, accountId, 24)
  expect(counts).toEqual({ sent: 1, failed: 1 })
  expect(Math.round((medianReplyMs ?? 0) / 1_000)).toBe(120)
})

test('an account without messages has no median and no failures', async () => {
  expect(await readOutcomes(database.db, accountId, 24)).toEqual({ sent: 0, failed: 0, medianReplyMs: null })
})
