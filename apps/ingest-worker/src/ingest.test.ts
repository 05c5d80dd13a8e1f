import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@parley/contracts/ids'
import { storeFloodedMessages, storeMessages } from '@parley/queues/catalog'
import { ingestJobId } from '@parley/queues/ingest-backlog'
import { openQueues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { describeOnEachEngine } from '@parley/testing/engines'
import { startApp } from '@parley/testing/start-app'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'

/** Processes are started again and again, which takes its time on a busy machine. */
const patience = { timeout: 120_000 }

describeOnEachEngine('ingest workers', (engine) => {
  const db = () => engine.database.db
  async function open() {
    const queues = await openQueues({ url: engine.queueUrl })
    onTestFinished(() => queues.close())
    return queues
  }
  const startWorker = () =>
    startApp('ingest-worker', {
      DATABASE_URL: engine.database.url,
      REDIS_URL: engine.redisUrl,
      ACCEPT_UNSAFE_REDIS: 'true',
      JOB_LOCK_MS: '500',
    })

  test('killed again and again store every message once, with every count right', patience, async () => {
    const queues = await open()
    const account = newId()
    const distinct = 1_500
    // A third of what is sent repeats an earlier message; a batch holds people of many conversations.
    const sids = Array.from({ length: distinct * 1.5 }, (_, n) => `m-${(n * 7919) % distinct}`)
    for (let from = 0; from < sids.length; from += 25) {
      const messages = sids
        .slice(from, from + 25)
        .map((sid) => acceptedMessage(account, sid, { fromId: `person-${Number(sid.slice(2)) % 20}` }))
      await queues.enqueue(storeMessages, { messages }, { jobId: ingestJobId(messages.length) })
    }
    const stored = () => db().prisma.message.count({ where: { accountId: account } })
    for (let kill = 0; kill < 2; kill += 1) {
      const doomed = await startWorker()
      await until(async () => (await stored()) > kill * 100)
      await doomed.kill()
    }
    const worker = await startWorker()
    await until(async () => (await stored()) === distinct && (await queues.queue('ingest').count()) === 0, {
      timeoutMs: 100_000,
    })
    expect(await worker.stop()).toBe(0)
    const conversations = await db().prisma.conversation.findMany({ where: { accountId: account } })
    expect(conversations).toHaveLength(20)
    for (const conversation of conversations) {
      const count = await db().prisma.message.count({ where: { conversationId: conversation.id } })
      expect(conversation).toMatchObject({ messageCount: count, unreadCount: count, turnNo: count })
    }
  })

  test('store what came last in its own class before a flood that came first', patience, async () => {
    const queues = await open()
    const [flooder, other] = [newId(), newId()]
    for (let job = 0; job < 100; job += 1) {
      const messages = Array.from({ length: 20 }, (_, n) => acceptedMessage(flooder, `flood-${job}-${n}`))
      await queues.enqueue(storeFloodedMessages, { messages }, { jobId: ingestJobId(messages.length) })
    }
    await queues.enqueue(storeMessages, { messages: [acceptedMessage(other, 'small')] }, { jobId: ingestJobId(1) })
    await startWorker()
    const small = await until(() => db().prisma.message.findFirst({ where: { accountId: other } }))
    await until(async () => (await db().prisma.message.count({ where: { accountId: flooder } })) === 2_000, {
      timeoutMs: 100_000,
    })
    const later = await db().prisma.message.count({
      where: { accountId: flooder, storedAt: { gt: small.storedAt } },
    })
    expect(later).toBeGreaterThan(1_000)
  })

  // How often a worker died is BullMQ's to count, on both engines; the run is slow, so it is made on one.
  test.runIf(engine.kind === 'redis')(
    'that die on one message set it aside in the end and store the others of its job',
    patience,
    async () => {
      const queues = await open()
      const account = newId()
      const poison = acceptedMessage(account, 'poison', { body: 'poison' })
      const messages = [acceptedMessage(account, 'before'), poison, acceptedMessage(account, 'after')]
      await queues.enqueue(storeMessages, { messages }, { jobId: ingestJobId(3) })
      const script = fileURLToPath(new URL('testing/die-on-poison.ts', import.meta.url))
      let ended = false
      onTestFinished(() => {
        ended = true
      })
      const keepStarting = async () => {
        while (!ended) {
          const worker = fork(script, [engine.database.url, engine.queueUrl], { env: process.env })
          onTestFinished(() => void worker.kill('SIGKILL'))
          await once(worker, 'exit')
        }
      }
      void keepStarting()
      const aside = await until(() => db().prisma.deadLetter.findUnique({ where: { id: poison.id } }), {
        timeoutMs: 100_000,
      })
      expect(aside.reason).toContain('The worker died')
      await until(async () => (await db().prisma.message.count({ where: { accountId: account } })) === 2)
    },
  )
})
