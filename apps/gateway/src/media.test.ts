import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { useGateway } from '../testing/use-gateway.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describeOnEachEngine('a file within a message', (engine) => {
  const { database } = engine
  const gateway = useGateway(database, {
    get queueUrl() {
      return engine.queueUrl
    },
    workers: true,
  })
  const post = async (key: string, messageSid: string, mediaUrl: string, mediaContentType: string) =>
    gateway.ask('POST /incoming_custom_channel_message', {
      key,
      body: {
        customData: { messageSid, fromId: 'ann', toId: 'shop', body: 'See this', mediaUrl, mediaContentType },
      },
    })
  const stored = (accountId: string, sid: string) =>
    until(() => database.db.prisma.message.findFirst({ where: { accountId, sid } }))

  test('is stored before the answer, and only its reference goes on', async () => {
    const { id: accountId, apiKey } = await gateway.newAccount()
    const { status } = await post(apiKey, 'sid-1', `data:image/png;base64,${png}`, 'image/PNG; q=1')
    expect(status).toBe(200)
    const [media] = await database.db.prisma.media.findMany({ where: { accountId } })
    expect(media).toMatchObject({ contentType: 'image/png', sizeBytes: Buffer.from(png, 'base64').length })
    expect(await stored(accountId, 'sid-1')).toMatchObject({
      mediaId: media?.id,
      mediaUrl: null,
      mediaContentType: 'image/png',
      mediaError: null,
    })
    expect(await database.db.prisma.mediaFetch.count()).toBe(0)
  })

  test('sent again with its message is the same file; other content leaves the first in place', async () => {
    const { id: accountId, apiKey } = await gateway.newAccount()
    await post(apiKey, 'same', `data:image/png;base64,${png}`, 'image/png')
    const first = await stored(accountId, 'same')
    await post(apiKey, 'same', `data:image/png;base64,${png}`, 'image/png')
    expect(await database.db.prisma.media.count({ where: { accountId } })).toBe(1)
    expect((await post(apiKey, 'same', 'data:text/plain,other', 'text/plain')).status).toBe(200)
    await post(apiKey, 'after', 'data:text/plain,other', 'text/plain')
    await stored(accountId, 'after')
    expect(await stored(accountId, 'same')).toMatchObject({ mediaId: first.mediaId })
  })

  test('whose bytes are of another type, no base64, or too many, is refused and leaves nothing', async () => {
    const { id: accountId, apiKey } = await gateway.newAccount()
    const wrong = await post(apiKey, 'wrong', `data:image/jpeg;base64,${png}`, 'image/jpeg')
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'customData.mediaContentType is image/jpeg, but its bytes are image/png' },
    ])
    const broken = await post(apiKey, 'broken', 'data:image/png;base64,!!!!', 'image/png')
    expect([broken.status, broken.body]).toEqual([400, { error: 'customData.mediaUrl must be valid base64' }])
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'x').toString('base64')
    expect((await post(apiKey, 'large', `data:text/plain;base64,${large}`, 'text/plain')).status).toBe(413)
    expect(await database.db.prisma.media.count({ where: { accountId } })).toBe(0)
  })

  test('is let in among many at once, or asked to come again; none is lost', async () => {
    const { id: accountId, apiKey } = await gateway.newAccount()
    const body = Buffer.alloc(2 * 1024 * 1024, 'x').toString('base64')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post(apiKey, `many-${n}`, `data:text/plain;base64,${body}`, 'text/plain')),
    )
    const accepted = answers.flatMap(({ status }, n) => (status === 200 ? [`many-${n}`] : []))
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(accepted.length).toBeGreaterThan(3)
    for (const sid of accepted) expect((await stored(accountId, sid)).mediaId).not.toBeNull()
  })
})
