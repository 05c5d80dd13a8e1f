import { generateKey } from '@parley/data/keys/generate-key'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendRaw } from '../testing/send-raw.ts'
import { type GatewayOptions, startGateway } from '../testing/start-gateway.ts'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database)
const { ask } = gateway

/** Another gateway on the same stores, for one test. */
async function anotherGateway(options: Partial<GatewayOptions> = {}) {
  const another = await startGateway({ db: database.db, databaseUrl: database.url, ...options })
  onTestFinished(another.close)
  return another
}

const lookUp = 'GET /contacts?email=a@example.com'
const incoming = 'POST /incoming_custom_channel_message'

describe('HTTPS', () => {
  const plain = (path: string, method = 'GET', origin = gateway.origin) =>
    fetch(origin.replace('https:', 'http:') + path, { method })

  test('plain HTTP on the port of TLS gets 403 before method and key are looked at, in the shape of the endpoint', async () => {
    const contacts = await plain('/v1/contacts')
    expect([contacts.status, await contacts.json()]).toMatchObject([403, { error: { code: 'HTTPS_REQUIRED' } }])
    expect(contacts.headers.get('x-request-id')).toBeTruthy()
    const message = await plain('/v1/incoming_custom_channel_message')
    expect([message.status, await message.json()]).toEqual([403, { error: expect.stringContaining('https') }])
    expect((await plain('/v1/nowhere')).status).toBe(403)
    expect((await plain('/docs/')).status).toBe(403)
  })

  test('answers tell browsers to stay with HTTPS', async () => {
    expect((await ask(lookUp)).headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
  })

  test('X-Forwarded-Proto is believed from a trusted proxy, and from nobody else', async () => {
    const trusting = await anotherGateway({ trustProxy: '127.0.0.1' })
    const wary = await anotherGateway({ trustProxy: '10.1.2.3' })
    const forwarded = (origin: string, proto: string) =>
      fetch(`${origin}/v1/contacts`, { headers: { 'x-forwarded-proto': proto } })
    expect((await forwarded(trusting.origin, 'https')).status).toBe(401)
    expect((await forwarded(trusting.origin, 'http')).status).toBe(403)
    expect((await forwarded(wary.origin, 'https')).status).toBe(403)
    expect((await forwarded(gateway.origin.replace('https', 'http'), 'https')).status).toBe(403)
  })
})

describe('the key', () => {
  test('is taken from the query or the header, and refused when it is missing, wrong, doubled or disabled', async () => {
    const { apiKey } = await gateway.newAccount()
    const { apiKey: disabled } = await gateway.newAccount({ disabledAt: new Date() })
    for (const [what, key, status] of [
      [lookUp, apiKey, 404],
      [`${lookUp}&apiKey=${apiKey}`, undefined, 404],
      [lookUp, undefined, 401],
      [lookUp, 'pk_wrong', 401],
      [lookUp, disabled, 401],
      [`${lookUp}&apiKey=pk_wrong`, undefined, 401],
      [`${lookUp}&apiKey=`, undefined, 401],
      [`${lookUp}&apiKey=${apiKey}&apiKey=${apiKey}`, undefined, 401],
    ] as const) {
      const answer = await ask(what, key === undefined ? {} : { key })
      expect([what.replace(apiKey, '…'), answer.status]).toEqual([what.replace(apiKey, '…'), status])
      if (status === 401) expect(answer.body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    }
  })

  test('a new one is refused nowhere, and the old one at once on two gateways when the push arrives', async () => {
    const { id, apiKey: old } = await gateway.newAccount()
    const gateways = [gateway, await anotherGateway()]
    for (const each of gateways) expect((await each.ask(lookUp, { key: old })).status).toBe(404)
    const { apiKey } = await generateKey(database.db, id, 'cli')
    for (const each of gateways) {
      expect((await each.ask(lookUp, { key: apiKey })).status).toBe(404)
      await until(async () => (await each.ask(lookUp, { key: old })).status === 401, { timeoutMs: 4_000 })
    }
  })

  test('the old one is refused soon even where no push arrives', async () => {
    const { id, apiKey: old } = await gateway.newAccount()
    const deaf = await anotherGateway({ hearKeyChanges: false })
    expect((await deaf.ask(lookUp, { key: old })).status).toBe(404)
    await generateKey(database.db, id, 'cli')
    await until(async () => (await deaf.ask(lookUp, { key: old })).status === 401)
  })

  test('strangers are counted by address: then guesses are not looked up, and known keys go on', async () => {
    const { apiKey: known } = await gateway.newAccount()
    const { apiKey: unused } = await gateway.newAccount()
    const behindProxy = await anotherGateway({ trustProxy: '127.0.0.1' })
    const from = (address: string, key: string) =>
      behindProxy.ask(lookUp, { key, headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' } })
    expect((await from('2001:db8::1', known)).status).toBe(404)

    const first = await from('2001:db8::1', 'pk_guess')
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([401, '100'])
    await Promise.all(Array.from({ length: 99 }, (_, at) => from('2001:db8::1', `pk_${at}`)))
    // Another address of the same network is the same stranger.
    const over = await from('2001:db8::ffff', 'pk_guess')
    expect([over.status, over.body]).toMatchObject([429, { error: { code: 'RATE_LIMITED' } }])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('2001:db8::1', unused)).status).toBe(429)
    expect((await from('2001:db8::1', known)).status).toBe(404)
    expect((await from('192.0.2.1', 'pk_guess')).status).toBe(401)
  })
})

describe('the rate limit', () => {
  test('lets exactly the limit through in a window, over two gateways, and tells when to come back', async () => {
    const { apiKey: key } = await gateway.newAccount({ rateLimitPerMinute: 60 })
    const gateways = [gateway, await anotherGateway()]
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, at) => (gateways[at % 2] ?? gateway).ask(lookUp, { key })),
    )
    const [passed, refused] = [404, 429].map((status) => answers.filter((answer) => answer.status === status))
    expect([passed?.length, refused?.length]).toEqual([60, 90])
    const remaining = passed?.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).sort((a, b) => a - b)
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, at) => at))
    for (const { headers, status } of answers) {
      expect(headers.get('ratelimit-limit')).toBe('60')
      expect(headers.get('ratelimit-policy')).toBe('60;w=60')
      const resetS = Number(headers.get('ratelimit-reset'))
      expect(resetS > 0 && resetS <= 60).toBe(true)
      expect(headers.get('retry-after')).toBe(status === 429 ? String(resetS) : null)
    }
  })

  test('begins a new window when the old one is over', async () => {
    const { id, apiKey: key } = await gateway.newAccount({ rateLimitPerMinute: 1 })
    expect((await ask(lookUp, { key })).status).toBe(404)
    expect((await ask(lookUp, { key })).status).toBe(429)
    await database.db.pool.query(`update sql_rate_window set ends_at = now() - interval '1 s' where key = $1`, [
      `account:${id}`,
    ])
    expect((await ask(lookUp, { key })).status).toBe(404)
  })

  test('refused messages are refused in one sentence', async () => {
    const { apiKey: key } = await gateway.newAccount({ rateLimitPerMinute: 1 })
    await ask(lookUp, { key })
    const answer = await ask(incoming, { key, body: {} })
    expect([answer.status, answer.body]).toEqual([429, { error: expect.stringContaining('at most 1 a minute') }])
  })
})

describe('the order of checks', () => {
  test('method, key, rate, type and size, content, resource: the earlier fault is told', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const { apiKey: spent } = await gateway.newAccount({ rateLimitPerMinute: 1 })
    await ask(lookUp, { key: spent })
    const xml = { 'content-type': 'application/xml' }
    const large = `{"a":"${'x'.repeat(1024 * 1024)}"}`
    const list = '/lists/lst_1/contacts'
    for (const [what, options, status] of [
      ['PUT /incoming_custom_channel_message', { body: large }, 405],
      [`POST ${list}`, { body: large, headers: xml }, 401],
      [`POST ${list}`, { key: spent, body: large, headers: xml }, 429],
      [`POST ${list}`, { key, body: '{}', headers: xml }, 415],
      [`POST ${list}`, { key, body: large }, 413],
      [`POST ${list}`, { key, body: '{' }, 400],
      [`POST ${list}`, { key, body: {} }, 400],
      [`POST ${list}`, { key, body: { contactId: 'con_1' } }, 404],
    ] as const) {
      expect([what, status, (await ask(what, options)).status]).toEqual([what, status, status])
    }
  })

  test('other methods are 405 with Allow wherever there is an endpoint, and 404 where there is none', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await ask(`${method} /incoming_custom_channel_message`)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      expect(answer.body).toEqual({ error: expect.stringContaining('POST') })
    }
    const contacts = await ask('PUT /contacts')
    expect([contacts.status, contacts.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD'])
    expect(contacts.body).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    const nowhere = await ask('GET /nowhere')
    expect([nowhere.status, nowhere.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  })
})

describe('requests that are hardly HTTP', () => {
  test.each([
    ['garbage', 'NOT HTTP AT ALL\r\n\r\n', 400, 'BAD_REQUEST'],
    ['no Host', 'GET /v1/contacts HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'a broken escape in the path',
      'GET /v1/lists/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    ['17 KiB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%s: a clear answer in JSON with a request id', async (_what, bytes, status, code) => {
    const answer = await sendRaw(gateway.origin, bytes)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code } })
    expect(answer.head).toContain('x-request-id: ')
  })

  test('an id of 5,000 characters is one that is not found', async () => {
    const { apiKey: key } = await gateway.newAccount()
    expect((await ask(`GET /messages/${'x'.repeat(5_000)}`, { key })).status).toBe(404)
  })

  test('a request id of the caller is kept when it is sane, and replaced when it is not', async () => {
    const idOf = async (given: string) =>
      (await ask(lookUp, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    expect(await idOf('order-42.a:b_c')).toBe('order-42.a:b_c')
    expect(await idOf('a b"c')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  })
})
