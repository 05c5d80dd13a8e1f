import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { showId } from '@parley/contracts/ids'
import { rotateSecret } from '@parley/data/webhooks/rotate-secret'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import type { Received } from '@parley/outbound/receiver'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { wakeEndpoint } from '@parley/queues/wake'
import { makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { useReceiver, useWorker } from './testing/use-worker.ts'

/** `DELIVERY_TEST_REPLIES=10000 npm test -- webhook-delivery-worker` for the full number. */
const replies = Number(process.env.DELIVERY_TEST_REPLIES ?? 200)

describeOnEachEngine('the delivery worker', (engine) => {
  const store = (accountId: string, ...fromIds: string[]) => storeReplies(engine.database.db, accountId, fromIds)
  const sent = (accountId: string) => engine.database.db.prisma.message.count({ where: { accountId, status: 'Sent' } })
  const untilSent = (accountId: string, count: number) =>
    until(async () => (await sent(accountId)) === count, { timeoutMs: 50_000 + count * 20, what: `${count} sent` })
  const hasten = (accountId: string) =>
    engine.database.db.prisma.delivery.updateMany({
      where: { accountId, dueAt: { not: null } },
      data: { dueAt: new Date() },
    })

  /** Nothing is queued or running, three looks in a row: a job that queued itself again and again would be seen. */
  const untilAtRest = (queues: Queues) => {
    let rests = 0
    return until(async () => {
      const { active = 0, waiting = 0 } = await queues.queue('webhook-delivery').getJobCounts('active', 'waiting')
      rests = active + waiting === 0 ? rests + 1 : 0
      return rests === 3
    })
  }

  test('posts a reply with the fields of the API, signed, and makes it Sent', async () => {
    const { db } = engine.database
    const secrets: string[] = []
    const receiver = await useReceiver({ secrets })
    const { accountId, ownerId, secret } = await makeEndpoint(db, receiver.url)
    secrets.push(secret)
    const [reply] = await store(accountId, 'visitor-7')
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
    expect(received).toMatchObject({ id: showId('delivery', reply?.id ?? ''), signature: 'valid' })
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
    })
  })

  test(`${replies} replies arrive exactly once each, in the order of their conversations, and are Sent`, async () => {
    const receiver = await useReceiver()
    const { accountId } = await makeEndpoint(engine.database.db, receiver.url)
    const names = Array.from({ length: replies }, (_, n) => `visitor-${n % Math.ceil(replies / 4)}`)
    const stored = await store(accountId, ...names)
    await useWorker(engine)
    await untilSent(accountId, replies)
    const ids = receiver.received.map(({ id }) => id)
    expect(ids.toSorted()).toEqual(stored.map(({ id }) => showId('delivery', id)).sort())
    expect(outOfOrder(receiver.received)).toEqual([])
  })

  test('a failure is Failed with its reason and retried under the same webhook-id until it is Sent', async () => {
    const { db } = engine.database
    const receiver = await useReceiver({ script: '500x2,200' })
    const { accountId } = await makeEndpoint(db, receiver.url)
    const [reply] = await store(accountId, 'a')
    const id = reply?.id ?? ''
    await useWorker(engine)
    await until(async () => (await db.prisma.delivery.findUnique({ where: { id } }))?.attempts === 1)
    expect(await db.prisma.message.findUnique({ where: { id } })).toMatchObject({
      status: 'Failed',
      error: 'Answered 500',
    })
    for (const attempts of [2, 3]) {
      await hasten(accountId)
      await until(async () => (await db.prisma.delivery.findUnique({ where: { id } }))?.attempts === attempts)
    }
    expect(await db.prisma.message.findUnique({ where: { id } })).toMatchObject({ status: 'Sent', error: null })
    expect(receiver.received.map((each) => each.id)).toEqual(Array(3).fill(showId('delivery', id)))
  })

  test('410 disables the endpoint, and saving the URL again sends out what was held', async () => {
    const { db } = engine.database
    const receiver = await useReceiver({ script: '410,200' })
    const { accountId, endpointId } = await makeEndpoint(db, receiver.url)
    await useWorker(engine)
    await store(accountId, 'a')
    await until(async () => (await db.prisma.webhookEndpoint.findUnique({ where: { id: endpointId } }))?.disabledAt)
    await store(accountId, 'b', 'c')
    const queues = await openQueues({ url: engine.queueUrl, acceptUnsafeRedis: true })
    onTestFinished(queues.close)
    await untilAtRest(queues)
    await saveEndpoint(db, secretsKey, accountId, { kind: 'reply', url: receiver.url, actor: 'cli' })
    await untilSent(accountId, 3)
    expect(receiver.received).toHaveLength(4)
  })

  test('a new secret and the one before it both verify', async () => {
    const { db } = engine.database
    const receiver = await useReceiver()
    const { accountId, secret } = await makeEndpoint(db, receiver.url)
    const rotated = await rotateSecret(db, secretsKey, accountId, { kind: 'reply', actor: 'cli' })
    const seen: Record<string, Received[]> = {}
    for (const each of [secret, rotated.secret]) {
      const checking = await useReceiver({ secrets: [each] })
      seen[each] = checking.received
      await saveEndpoint(db, secretsKey, accountId, { kind: 'reply', url: checking.url, actor: 'cli' })
      const before = await sent(accountId)
      await store(accountId, each)
      const worker = await useWorker(engine)
      await untilSent(accountId, before + 1)
      await worker.stop()
    }
    expect(
      Object.values(seen)
        .flat()
        .map(({ signature }) => signature),
    ).toEqual(['valid', 'valid'])
  })

  test('500 replies and 200 scheduled retries, whose queue is emptied by hand, are found and delivered', async () => {
    const { db } = engine.database
    const receiver = await useReceiver()
    const { accountId, endpointId } = await makeEndpoint(db, receiver.url)
    const stored = await store(accountId, ...Array.from({ length: 700 }, (_, n) => `visitor-${n}`))
    await db.prisma.delivery.updateMany({
      where: { id: { in: stored.slice(0, 200).map(({ id }) => id) } },
      data: { retryNo: 1, attempts: 1, dueAt: new Date(Date.now() + 2_000) },
    })
    const queues = await openQueues({ url: engine.queueUrl, acceptUnsafeRedis: true })
    onTestFinished(queues.close)
    const queue = queues.queue('webhook-delivery')
    await wakeEndpoint(queues, endpointId)
    expect(await queue.getWaitingCount()).toBe(1)
    await queue.obliterate({ force: true })
    expect(await queue.getWaitingCount()).toBe(0)
    await useWorker(engine)
    await untilSent(accountId, 700)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(700)
  })

  test('an endpoint with a long backlog does not keep the only place from another', async () => {
    const { db } = engine.database
    const busy = await useReceiver({ script: 'slow:10' })
    const other = await useReceiver()
    const a = await makeEndpoint(db, busy.url)
    const b = await makeEndpoint(db, other.url)
    await store(a.accountId, ...Array.from({ length: 1_000 }, (_, n) => `visitor-${n}`))
    await useWorker(engine, { DELIVERY_ENDPOINTS: '1', DELIVERY_CONCURRENCY: '1' })
    await until(() => busy.received.length > 0)
    await store(b.accountId, 'only')
    await untilSent(b.accountId, 1)
    expect(busy.received.length).toBeLessThan(1_000)
  })

  test('an endpoint gets no more posts at a time than it may', async () => {
    let open = 0
    let most = 0
    const server = createServer((request, response) => {
      open += 1
      most = Math.max(most, open)
      request.resume().on('end', () =>
        setTimeout(() => {
          open -= 1
          response.end()
        }, 5),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { accountId } = await makeEndpoint(engine.database.db, url)
    await store(accountId, ...Array.from({ length: 60 }, (_, n) => `visitor-${n}`))
    await useWorker(engine, { DELIVERY_CONCURRENCY: '5' })
    await untilSent(accountId, 60)
    expect(most).toBeLessThanOrEqual(5)
    expect(most).toBeGreaterThan(1)
  })

  test('a worker that is stopped finishes what it has begun, and counts it', async () => {
    const receiver = await useReceiver({ script: 'slow:300' })
    const { accountId } = await makeEndpoint(engine.database.db, receiver.url)
    await store(accountId, 'a', 'b', 'c')
    const worker = await useWorker(engine)
    await until(() => receiver.received.length === 3)
    await worker.stop()
    expect(await sent(accountId)).toBe(3)
    const metrics = await worker.registry.getSingleMetricAsString('parley_delivery_attempts_total')
    expect(metrics).toMatch(/outcome="sent".* 3$/m)
  })
})

/** Replies that arrived before an earlier one of their conversation. */
function outOfOrder(received: Received[]): string[] {
  const last = new Map<string, number>()
  return received.flatMap(({ raw }) => {
    const { toId, sequence } = JSON.parse(raw)
    const isLate = (last.get(toId) ?? 0) > sequence
    last.set(toId, sequence)
    return isLate ? [`${toId} ${sequence}`] : []
  })
}
