import { showId } from '@parley/contracts/ids'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { describe, expect, test } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })
const { ask } = gateway
const sending = (data: object = {}) => ({
  customData: { fromId: 'user-1', customChannel: 'chat', body: 'Hello', ...data },
})

describe('POST /send_custom_channel_message', () => {
  const send = (key: string, body: unknown, idempotencyKey?: string) =>
    ask('POST /send_custom_channel_message', {
      key,
      body,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    })

  test('happy: contact and message are there when the answer comes; without a webhook it failed', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const { status, body } = await send(key, sending({ firstName: 'Ada', email: 'ada@example.com', campaignId: 'c-1' }))
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        messageId: expect.stringMatching(/^msg_/),
        contactId: expect.stringMatching(/^con_/),
        message: expect.any(String),
      },
    ])
    expect((await ask('GET /contacts?email=ada@example.com', { key })).body.contactId).toBe(body.contactId)
    expect((await ask(`GET /messages/${body.messageId}`, { key })).body).toMatchObject({
      direction: 'outgoing',
      status: 'Failed',
      error: expect.stringContaining('webhook'),
      sentBy: 'api',
      sequence: 1,
      channel: 'chat',
      campaignId: 'c-1',
      contactId: body.contactId,
    })
  })

  test('happy: a send belongs to the conversation of the incoming messages, whose label stays', async () => {
    const { apiKey: key } = await gateway.newAccount()
    await ask('POST /incoming_custom_channel_message', {
      key,
      body: { customData: { messageSid: 's-1', fromId: 'user-1', toId: 'shop', body: 'Hi', channel: 'mail' } },
    })
    const { id } = await until(() => database.db.prisma.conversation.findFirst({ where: { channel: 'mail' } }))
    const sent = await send(key, sending())
    expect(sent.body.contactId).toBe(showId('contact', id))
    expect(await database.db.prisma.conversation.findUnique({ where: { id } })).toMatchObject({
      channel: 'mail',
      messageCount: 2,
      outSeq: 1,
    })
  })

  test('happy: the same Idempotency-Key gives the same message, also twenty times at once', async () => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, sending(), 'key-1')))
    answers.push(await send(key, sending(), 'key-1'))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.messageId}`)).size).toBe(1)
    const [message, ...others] = await database.db.prisma.message.findMany({ where: { accountId } })
    expect([message?.sequence, others]).toEqual([1, []])
    expect((await send(key, sending(), 'key-2')).body.messageId).not.toBe(answers[0]?.body.messageId)
  })

  test('error: other content under a used Idempotency-Key is 422 and changes nothing', async () => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    await send(key, sending(), 'key-1')
    for (const other of [{ body: 'Other' }, { fromId: 'user-2' }, { customChannel: 'mail' }, { campaignId: 'c-2' }]) {
      const { status, body } = await send(key, sending(other), 'key-1')
      expect([status, body]).toEqual([422, { error: expect.stringContaining('Idempotency-Key') }])
    }
    expect(await database.db.prisma.contact.count({ where: { accountId } })).toBe(1)
  })
})

describe('GET /replies', () => {
  test('happy: gives every outgoing message once, in the order of a conversation, page by page', async () => {
    const { apiKey: key, userId } = await gateway.newAccount()
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        ask('POST /send_custom_channel_message', { key, body: sending({ fromId: `user-${at % 3}`, body: `${at}` }) }),
      ),
    )
    const replies: Record<string, unknown>[] = []
    let cursor: unknown = null
    await until(async () => {
      const { body } = await ask(`GET /replies?limit=5${cursor ? `&after=${cursor}` : ''}`, { key })
      replies.push(...(body.replies as Record<string, unknown>[]))
      cursor = body.cursor
      return replies.length >= 12 && body.hasMore === false
    })
    expect(replies.map((reply) => reply.messageId).sort()).toEqual(sent.map(({ body }) => body.messageId).sort())
    for (const fromId of ['user-0', 'user-1', 'user-2']) {
      const sequences = replies.filter((reply) => reply.toId === fromId).map((reply) => reply.sequence)
      expect(sequences).toEqual([1, 2, 3, 4])
    }
    expect(replies[0]).toMatchObject({ userId: showId('user', userId), channel: 'chat', sentBy: 'api' })
    expect((await ask(`GET /replies?after=${cursor}`, { key })).body).toEqual({ replies: [], cursor, hasMore: false })
  })

  test('nothing appears behind a cursor: a transaction that began earlier holds later ones back', async () => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    const { body: slow } = await ask('POST /send_custom_channel_message', { key, body: sending({ fromId: 'slow' }) })
    await until(async () => ((await ask('GET /replies', { key })).body.replies as unknown[]).length === 1)
    const client = await database.db.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update message set feed_xid = pg_current_xact_id() where account_id = $1`, [accountId])
      const { body: quick } = await ask('POST /send_custom_channel_message', {
        key,
        body: sending({ fromId: 'quick' }),
      })
      const { body: held } = await ask('GET /replies', { key })
      expect((held.replies as { messageId: string }[]).map((reply) => reply.messageId)).toEqual([slow.messageId])
      await client.query('commit')
      const both = await until(async () => {
        const { body } = await ask('GET /replies', { key })
        const ids = (body.replies as { messageId: string }[]).map((reply) => reply.messageId)
        return ids.length === 2 && ids
      })
      expect(both).toEqual([slow.messageId, quick.messageId])
    } finally {
      client.release()
    }
  })

  test('error: a cursor or a limit that is none', async () => {
    const { apiKey: key } = await gateway.newAccount()
    for (const query of [
      'after=x',
      'after=AAAA',
      'limit=0',
      'limit=501',
      'limit=x',
      'limit=1&limit=2',
      'after=a&after=b',
    ]) {
      expect([query, (await ask(`GET /replies?${query}`, { key })).status]).toEqual([query, 400])
    }
  })
})
