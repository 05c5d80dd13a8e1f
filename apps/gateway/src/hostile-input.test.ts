import { showId } from '@parley/contracts/ids'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { runCreditsWorker } from '../testing/run-credits-worker.ts'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database)
const { ask } = gateway

/** Every route that takes a body, with one that it accepts. */
let routes: { what: string; body: Record<string, unknown> }[]
let key: string

/** Rows, and messages that wait in the queue to become some: nobody stores them here. */
const countAll = async () => ({
  ...(await countRows(database.db)),
  waiting: await gateway.queues.queue('ingest').getWaitingCount(),
  flooding: await gateway.queues.queue('ingest-bulk').getWaitingCount(),
})

let creditsWorker: Awaited<ReturnType<typeof runCreditsWorker>>
afterAll(() => creditsWorker.close())
beforeAll(async () => {
  creditsWorker = await runCreditsWorker(database.db, gateway.queues)
  const agency = await gateway.newAccount({ kind: 'agency', rateLimitPerMinute: 1_000_000 })
  const sub = await gateway.newAccount({ kind: 'sub_account', agencyId: agency.id })
  key = agency.apiKey
  const { body: contact } = await ask('POST /contacts', { key, body: { phone: '+4930901820' } })
  const list = showId('list', (await createList(database.db, agency.id, { name: 'Customers' })).id)
  const incoming = { customData: { messageSid: 's-1', fromId: 'user-1', toId: 'shop', body: 'Hello' } }
  routes = [
    { what: 'POST /contacts', body: { phone: '+4930901820', email: 'a@example.com' } },
    { what: `POST /lists/${list}/contacts`, body: { contactId: contact.id } },
    {
      what: 'POST /send_custom_channel_message',
      body: { customData: { fromId: 'user-1', customChannel: 'c', body: 'x' } },
    },
    { what: 'POST /incoming_custom_channel_message', body: incoming },
    { what: 'POST /incoming_custom_channel_messages/batch', body: { messages: [incoming] } },
    { what: 'POST /subaccounts', body: { email: sub.email } },
    { what: 'POST /subaccounts/credits', body: { email: sub.email, amount: 1 } },
    { what: 'POST /subaccounts/credits/batch', body: { grants: [{ email: sub.email, amount: 1 }] } },
    { what: 'POST /subaccounts/credits/revoke', body: { grant_id: showId('creditEntry', crypto.randomUUID()) } },
    { what: `PUT /subaccounts/${showId('account', sub.id)}/auto-recharge`, body: { threshold: 1, amount: 1 } },
  ]
})

const deep = (bytes: number) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`
const notUtf8 = Buffer.from('{"phone":"\xff"}', 'latin1').toString('latin1')

describe('each is a clear 4xx on every route, and nothing is stored', () => {
  test.each<[string, string, number, Record<string, string>?]>([
    ['__proto__', '{"__proto__": {"isAdmin": true}}', 400],
    ['__proto__ within', '{"customData": {"__proto__": {"body": "x"}}}', 400],
    ['constructor.prototype', '{"constructor": {"prototype": {"a": 1}}}', 400],
    ['malformed JSON', '{"phone": ', 400],
    ['two documents', '{} {}', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['nothing', '', 400],
    ['65 levels', `{"a":${deep(130)}}`, 400],
    ['quotes and brackets in a string are no levels', `"${'[\\"'.repeat(200)}"`, 400],
    ['plain text', '{}', 415, { 'content-type': 'text/plain' }],
    ['a form', 'a=1', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', '<a/>', 415, { 'content-type': 'application/xml' }],
  ])('%s', async (_what, body, status, headers) => {
    const before = await countAll()
    for (const { what } of routes) {
      const answer = await ask(what, { key, body, ...(headers && { headers }) })
      expect([what, answer.status]).toEqual([what, status])
      expect(JSON.stringify(answer.body).length).toBeLessThan(400)
    }
    expect(await countAll()).toEqual(before)
  })

  test('U+0000, lone surrogates and bytes that are not UTF-8', async () => {
    const before = await countAll()
    for (const { what, body } of routes.slice(0, 4)) {
      for (const poison of ['a\\u0000b', 'a\\ud800b', '\\udfff']) {
        const poisoned = JSON.stringify(body).replace(/"(phone|contactId|fromId)":"/, `$&${poison}`)
        const answer = await ask(what, { key, body: poisoned })
        expect([what, poison, answer.status]).toEqual([what, poison, 400])
        expect(JSON.stringify(answer.body)).toContain('U+0000 or lone surrogates')
      }
    }
    const response = await fetch(`${gateway.origin}/v1/contacts`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: Buffer.from(notUtf8, 'latin1'),
    })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('UTF-8')])
    expect(await countAll()).toEqual(before)
  })

  test('10 MB of nesting: too large where 1 MiB is the limit, too deep where 20 MiB is', async () => {
    const body = `{"customData":${deep(10_000_000)}}`
    expect((await ask('POST /contacts', { key, body })).status).toBe(413)
    const answer = await ask('POST /incoming_custom_channel_message', { key, body })
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringContaining('levels deep') }])
  })

  test('a file of 21 MiB is too large also there', async () => {
    const body = `{"customData":"${'x'.repeat(21 * 1024 * 1024)}"}`
    expect((await ask('POST /incoming_custom_channel_message', { key, body })).status).toBe(413)
  })

  test('texts over their limits name the field and the limit', async () => {
    const send = (data: object) =>
      ask('POST /incoming_custom_channel_message', {
        key,
        body: { customData: { messageSid: 's', fromId: 'f', toId: 't', body: 'b', ...data } },
      })
    for (const [data, message] of [
      [{ body: 'ä'.repeat(32_769) }, 'customData.body must be at most 64 KiB'],
      [{ fromId: 'x'.repeat(513) }, 'customData.fromId must be at most 512 characters'],
      [
        { mediaUrl: `https://example.com/${'x'.repeat(2_048)}`, mediaContentType: 'image/png' },
        'customData.mediaUrl must be at most 2048 characters',
      ],
    ] as const) {
      expect((await send(data)).body).toEqual({ error: message })
    }
    expect((await send({ body: 'ä'.repeat(32_768) })).status).toBe(200)
  })
})

test('arbitrary JSON on every route: never a 5xx, and a refusal leaves nothing behind', async () => {
  const anything = fc.jsonValue({ maxDepth: 3 })
  /** The accepted body with one field, at any depth, made something else. */
  const almost = (body: unknown): fc.Arbitrary<unknown> => {
    if (Array.isArray(body))
      return fc.oneof(
        anything,
        almost(body[0]).map((item) => [item]),
      )
    if (typeof body !== 'object' || body === null) return anything
    const entries = Object.entries(body)
    const changed = entries.map(([name, value]) => almost(value).map((other) => ({ ...body, [name]: other })))
    const left = entries.map(([name]) => fc.constant(Object.fromEntries(entries.filter(([each]) => each !== name))))
    return fc.oneof(anything, ...changed, ...left)
  }
  const request = fc.oneof(...routes.map(({ what, body }) => fc.tuple(fc.constant(what), almost(body))))
  await fc.assert(
    fc.asyncProperty(request, async ([what, body]) => {
      const before = await countAll()
      const { status } = await ask(what, { key, body: JSON.stringify(body) })
      expect([what, status < 500]).toEqual([what, true])
      if (status >= 400) expect(await countAll()).toEqual(before)
    }),
    { numRuns: 200 },
  )
})
