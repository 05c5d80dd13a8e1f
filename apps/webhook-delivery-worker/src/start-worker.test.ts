import { showId } from '@parley/contracts/ids'
import { makeEndpoint, storeReplies } from '@parley/testing/delivery-fixtures'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { useReceiver, useWorker } from './testing/use-worker.ts'

describeOnEachEngine('the delivery worker', (engine) => {
  test('posts a reply with the fields of the API, signed, and makes it Sent', async () => {
    const { db } = engine.database
    const receiver = await useReceiver()
    const { accountId, ownerId, secret } = await makeEndpoint(db, receiver.url)
    const [reply] = await storeReplies(db, accountId, ['visitor-7'])
    await useWorker(engine)
    const message = await until(() => db.prisma.message.findFirst({ where: { accountId, status: 'Sent' } }))

    const [received] = receiver.received
    expect(JSON.parse(received?.raw ?? '')).toEqual({
      contactId: showId('contact', reply?.conversationId ?? ''),
      messageId: showId('message', reply?.id ?? ''),
      userId: showId('user', ownerId),
      body: 'reply to visitor-7',
      toId: 'visitor-7',
      channel: 'chat',
      createdAt: message.acceptedAt.toISOString(),
      sentBy: 'api',
      sequence: 1,
    })
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': showId('delivery', reply?.id ?? ''),
    })
    expect(secret).toMatch(/^whsec_/)
  })
})
