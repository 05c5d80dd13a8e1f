import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { describe, expect, test } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const incoming = (data: object = {}, more: object = {}) => ({
  customData: { messageSid: crypto.randomUUID(), fromId: 'user-1', toId: 'shop', body: 'Hello', ...data },
  ...more,
})

describeOnEachEngine('incoming messages', (engine) => {
  const { database } = engine
  const gateway = useGateway(database, {
    get queueUrl() {
      return engine.queueUrl
    },
    workers: true,
  })
  const { ask } = gateway
  const passport = (key: string, id: unknown) =>
    until(
      async () => {
        const answer = await ask(`GET /messages/${id}`, { key })
        if (answer.status === 404) expect(answer.headers.get('retry-after')).toBe('1')
        return answer.status === 200 && answer.body
      },
      { what: `message ${id}` },
    )

  describe('POST /incoming_custom_channel_message', () => {
    const post = (key: string, body: unknown) => ask('POST /incoming_custom_channel_message', { key, body })

    test('happy: a message is accepted, then stored with its defaults', async () => {
      const { apiKey: key } = await gateway.newAccount()
      const { status, body } = await post(key, incoming({ messageSid: 'sid-1' }))
      expect([status, body]).toEqual([200, { success: true, messageId: expect.stringMatching(/^msg_[0-9a-f]{32}$/) }])
      expect(await passport(key, body.messageId)).toMatchObject({
        direction: 'incoming',
        messageSid: 'sid-1',
        fromId: 'user-1',
        toId: 'shop',
        body: 'Hello',
        status: 'received',
        channel: 'custom',
        messageType: 'text',
        timeline: [{ stage: 'accepted' }, { stage: 'stored' }],
      })
    })

    test('happy: the same messageSid, also as id, gives the same messageId, and the first content stays', async () => {
      const { id: accountId, apiKey: key } = await gateway.newAccount()
      const first = await post(key, incoming({ messageSid: 'sid-2' }))
      await passport(key, first.body.messageId)
      const again = await post(key, incoming({ messageSid: 'sid-2', body: 'Other' }))
      const byId = await post(key, incoming({ messageSid: undefined, id: 'sid-2', body: 'Third' }))
      const both = await post(key, incoming({ messageSid: 'sid-2', id: 'sid-3' }))
      expect([again.body, byId.body, both.body]).toEqual([first.body, first.body, first.body])
      const last = await post(key, incoming({ messageSid: 'sid-4' }))
      await passport(key, last.body.messageId)
      expect(await passport(key, first.body.messageId)).toMatchObject({ body: 'Hello' })
      expect(await database.db.prisma.message.count({ where: { accountId } })).toBe(2)
    })

    test('happy: names and address fill what is empty and overwrite nothing', async () => {
      const { apiKey: key } = await gateway.newAccount()
      const first = await post(key, incoming({ firstName: 'Ada', email: 'ada@example.com' }))
      await passport(key, first.body.messageId)
      const second = await post(key, incoming({ firstName: 'Eve', lastName: 'Lovelace', email: 'eve@example.com' }))
      await passport(key, second.body.messageId)
      const { body } = await ask('GET /contacts?email=ada@example.com', { key })
      expect(body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: null })
    })

    test('happy: a reaction is stored as one', async () => {
      const { apiKey: key } = await gateway.newAccount()
      const { body } = await post(key, incoming({ body: '👍' }, { messageType: 'reaction' }))
      expect(await passport(key, body.messageId)).toMatchObject({ messageType: 'reaction', body: '👍' })
    })
  })

  describe('POST /incoming_custom_channel_messages/batch', () => {
    const post = (key: string, messages: unknown) =>
      ask('POST /incoming_custom_channel_messages/batch', { key, body: { messages } })

    test('happy: answers each in order, bad ones do not spoil good ones', async () => {
      const { apiKey: key } = await gateway.newAccount()
      const { status, body } = await post(key, [
        incoming({ messageSid: 'b-1' }),
        incoming({ body: ' ' }),
        'nonsense',
        incoming({ mediaUrl: 'data:image/png;base64,AAAA', mediaContentType: 'image/png' }),
        incoming({ messageSid: 'b-1', body: 'repeated' }),
      ])
      expect(status).toBe(200)
      const [first] = body.results as { messageId: string }[]
      expect(body).toEqual({
        success: true,
        accepted: 2,
        rejected: 3,
        results: [
          { success: true, messageId: expect.any(String) },
          { success: false, error: 'customData.body must not be empty', retryable: false },
          { success: false, error: 'The message must be a JSON object', retryable: false },
          { success: false, error: expect.stringContaining('customData.mediaUrl'), retryable: false },
          { success: true, messageId: first?.messageId },
        ],
      })
      expect(await passport(key, first?.messageId)).toMatchObject({ body: 'Hello' })
    })

    test('happy: a thousand are stored, and count as a hundred requests', async () => {
      const { id: accountId, apiKey: key } = await gateway.newAccount()
      const answer = await post(
        key,
        Array.from({ length: 1_000 }, (_, at) => incoming({ messageSid: `k-${at}` })),
      )
      expect(answer.body.accepted).toBe(1_000)
      expect(answer.headers.get('ratelimit-remaining')).toBe('5900')
      await until(async () => (await database.db.prisma.message.count({ where: { accountId } })) === 1_000)
    })

    test('error: none, too many, no list, and a batch over what is left of the limit', async () => {
      const { apiKey: key } = await gateway.newAccount()
      for (const messages of [[], undefined, {}, Array.from({ length: 1_001 }, () => incoming())]) {
        const answer = await post(key, messages)
        expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^messages /)])
      }
      const { apiKey } = await gateway.newAccount({ rateLimitPerMinute: 50 })
      const answer = await post(
        apiKey,
        Array.from({ length: 501 }, () => incoming()),
      )
      expect([answer.status, answer.body]).toEqual([429, { error: expect.stringContaining('50 a minute') }])
    })
  })
})
