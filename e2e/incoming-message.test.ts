import { createAccount } from '@parley/data/accounts/create-account'
import { describeOnEachEngine } from '@parley/testing/engines'
import { startApp } from '@parley/testing/start-app'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { gatewayOverTls } from './testing/gateway-over-tls.ts'

describeOnEachEngine('an incoming message', (engine) => {
  const stores = () => ({ DATABASE_URL: engine.database.url, REDIS_URL: engine.redisUrl, JOB_LOCK_MS: '1000' })

  async function startGateway() {
    const { env, port, url } = await gatewayOverTls()
    const busy = { INGEST_DEADLINE_MS: '20000' } // machines that run tests are
    await startApp('gateway', { ...stores(), ...env, ...busy })
    const { apiKey } = await createAccount(engine.database.db, {
      kind: 'standard',
      email: `shop-${port}@example.com`,
      name: 'Shop',
      actor: 'cli',
    })
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const post = (messageSid: string, fromId: string) =>
      call('POST', '/incoming_custom_channel_message', {
        customData: { messageSid, fromId, toId: 'shop', body: `Message ${messageSid}`, firstName: 'Ann' },
      })
    return { call, post }
  }

  test('goes from the request over TLS to a row, and is read back with its stages', async () => {
    const { call, post } = await startGateway()
    await startApp('ingest-worker', stores())
    const accepted = await post('one', 'ann')
    expect(accepted).toMatchObject({ status: 200, body: { success: true, messageId: expect.stringMatching(/^msg_/) } })

    const stored = await until(async () => {
      const answer = await call('GET', `/messages/${accepted.body.messageId}`)
      return answer.status === 200 && answer.body
    })
    expect(stored).toMatchObject({ body: 'Message one', status: 'received', fromId: 'ann', channel: 'custom' })
    expect(stored.timeline).toMatchObject([{ stage: 'accepted' }, { stage: 'stored' }])
  })

  test('is stored when the worker comes, however many waited for it', async () => {
    const { post } = await startGateway()
    const sids = Array.from({ length: 200 }, (_, index) => `waiting-${index}`)
    const answers = await Promise.all(sids.map((sid, index) => post(sid, `person-${index % 7}`)))
    expect(answers.map(({ status }) => status)).toEqual(sids.map(() => 200))
    const { db } = engine.database
    expect(await db.prisma.message.count({ where: { sid: { startsWith: 'waiting-' } } })).toBe(0)

    await startApp('ingest-worker', stores())
    await until(async () => (await db.prisma.message.count({ where: { sid: { startsWith: 'waiting-' } } })) === 200)
    const conversations = await db.prisma.conversation.findMany({
      where: { lastPreview: { startsWith: 'Message waiting' } },
    })
    expect(conversations).toHaveLength(7)
    expect(conversations.reduce((sum, each) => sum + each.messageCount, 0)).toBe(200)
  })

  test('posted again has the same id and is stored once, whichever worker is killed meanwhile', async () => {
    const { post } = await startGateway()
    const doomed = await startApp('ingest-worker', stores())
    const sids = Array.from({ length: 100 }, (_, index) => `twice-${index}`)
    const first = Promise.all(sids.map((sid) => post(sid, 'bob')))
    await doomed.kill()
    const ids = (await first).map((answer) => answer.body.messageId)
    const again = (await Promise.all(sids.map((sid) => post(sid, 'bob')))).map((answer) => answer.body.messageId)
    expect(again).toEqual(ids)

    await startApp('ingest-worker', stores())
    const { db } = engine.database
    await until(async () => (await db.prisma.message.count({ where: { sid: { startsWith: 'twice-' } } })) === 100)
    const bob = await db.prisma.contact.findFirstOrThrow({ where: { externalId: 'bob' } })
    const conversation = () => db.prisma.conversation.findUniqueOrThrow({ where: { id: bob.id } })
    await until(async () => (await conversation()).messageCount === 100)
    expect(await conversation()).toMatchObject({ turnNo: 100, unreadCount: 100 })
  })
})
