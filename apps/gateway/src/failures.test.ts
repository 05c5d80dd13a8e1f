import { Writable } from 'node:stream'
import { connectDb } from '@parley/data/db'
import { createLog } from '@parley/service/log'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { addAccount } from '../testing/add-account.ts'
import { cuttable } from '../testing/cuttable.ts'
import { startGateway } from '../testing/start-gateway.ts'

const database = useTestDatabase()

/** A gateway with connections of its own, that a test may break, and a log that it may read. */
async function fragileGateway() {
  const line = await cuttable(database.url)
  const db = connectDb(line.url, { max: 5, queryTimeoutMs: 1_000 })
  const lines: string[] = []
  const destination = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
  const log = createLog('gateway', 'info', destination)
  const gateway = await startGateway({ db, databaseUrl: database.url, log })
  onTestFinished(async () => {
    // What a test has closed complains when it is closed again.
    await gateway.close().catch(() => {})
    await db.close()
    await line.cut()
  })
  return { ...gateway, cutDatabase: line.cut, freezeDatabase: line.freeze, logged: () => lines.join('') }
}

const send = { customData: { fromId: 'user-1', customChannel: 'chat', body: 'Hello' } }
const incoming = { customData: { messageSid: 's-1', fromId: 'user-1', toId: 'shop', body: 'Hello' } }

test('a 500 shows nothing of the inside, in both shapes; the log has it under the request id, without the key', async () => {
  const { ask, logged } = await fragileGateway()
  const { apiKey: key } = await addAccount(database.db)
  await database.db.pool.query('alter table contact rename to elsewhere')
  onTestFinished(() => database.db.pool.query('alter table elsewhere rename to contact').then(() => {}))

  const headers = { 'x-request-id': 'broken-1' }
  const coded = await ask(`GET /contacts?email=a@example.com&apiKey=${key}`, { headers })
  expect([coded.status, coded.body]).toMatchObject([500, { error: { code: 'INTERNAL' } }])
  const sentence = await ask('POST /send_custom_channel_message', { key, body: send, headers })
  expect([sentence.status, sentence.body]).toEqual([500, { error: expect.any(String) }])
  for (const { body } of [coded, sentence]) expect(JSON.stringify(body)).not.toMatch(/contact|select|relation|\.ts/)
  expect(logged()).toContain('relation \\"contact\\" does not exist')
  expect(logged()).toContain('broken-1')
  expect(logged()).not.toContain(key)
})

test('the database away is 503 with Retry-After, never 401, in both shapes', async () => {
  const { ask, cutDatabase } = await fragileGateway()
  const { apiKey: key } = await addAccount(database.db)
  await ask('GET /replies', { key })
  await cutDatabase()
  for (const [what, options] of [
    ['GET /replies', { key }],
    ['GET /replies', { key: 'pk_never_seen' }],
    ['POST /contacts', { key, body: { phone: '+4930901820' } }],
  ] as const) {
    const answer = await ask(what, options)
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const message = await ask('POST /send_custom_channel_message', { key, body: send })
  expect([message.status, message.body]).toEqual([503, { error: expect.stringContaining('again') }])
})

test('an outage is told of in the log once a second, with how many requests were refused for it', async () => {
  const { ask, cutDatabase, logged } = await fragileGateway()
  const { apiKey: key } = await addAccount(database.db)
  await ask('GET /replies', { key })
  await cutDatabase()
  const startedAt = performance.now()
  const told = (): { requests: number }[] =>
    logged()
      .split('\n')
      .filter((line) => line.includes('requests refused'))
      .map((line) => JSON.parse(line))
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET /replies', { key })))
    expect(answers.every(({ status }) => status === 503)).toBe(true)
    return told().some(({ requests }) => requests >= 20)
  })
  expect(told().length).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1_000)
})

test('a database that answers nothing any more is 503 too, and nobody waits for ever', async () => {
  const { ask, freezeDatabase } = await fragileGateway()
  const { apiKey: key } = await addAccount(database.db)
  expect((await ask('GET /replies', { key })).status).toBe(200)
  freezeDatabase()
  const answer = await ask('GET /replies', { key })
  expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
})

test('the queue away is 503 with Retry-After for messages, one or many, and nothing else is hindered', async () => {
  const { ask, queues } = await fragileGateway()
  const { apiKey: key } = await addAccount(database.db)
  await queues.engine.close()
  const one = await ask('POST /incoming_custom_channel_message', { key, body: incoming })
  const many = await ask('POST /incoming_custom_channel_messages/batch', { key, body: { messages: [incoming, {}] } })
  for (const answer of [one, many]) {
    expect([answer.status, answer.body]).toEqual([503, { error: expect.stringContaining('again') }])
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect((await ask('POST /contacts', { key, body: { phone: '+4930901820' } })).status).toBe(201)
  // The message is a row already; the wake-up that was lost only costs the time until a ticker looks.
  expect((await ask('POST /send_custom_channel_message', { key, body: send })).status).toBe(200)
})
