import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { showId } from '@parley/contracts/ids'
import { makeEndpoint, storeReplies } from '@parley/testing/delivery-fixtures'
import { describeOnEachEngine } from '@parley/testing/engines'
import { inheritedEnv } from '@parley/testing/inherited-env'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { useReceiver, workerEnvironment } from './testing/use-worker.ts'

/** `DELIVERY_TEST_KILLS=20 DELIVERY_TEST_REPLIES=10000 npm test -- kill-worker` for the full number. */
const kills = Number(process.env.DELIVERY_TEST_KILLS ?? 1)
const replies = Math.max(Number(process.env.DELIVERY_TEST_REPLIES ?? 0), 150 * (kills + 1))

describeOnEachEngine('a delivery worker that is killed', (engine) => {
  test(`${replies} replies arrive though it happens ${kills} times, and repeats keep their webhook-id`, {
    timeout: 60_000 * (kills + 1),
  }, async () => {
    const { db } = engine.database
    const receiver = await useReceiver({ script: 'slow:5' })
    const { accountId } = await makeEndpoint(db, receiver.url)
    const names = Array.from({ length: replies }, (_, n) => `visitor-${n}`)
    const stored = await storeReplies(db, accountId, names)
    let worker = startWorker()
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = Math.floor((replies * kill) / (kills + 1))
      await until(() => receiver.received.length >= enough, { timeoutMs: 60_000, what: `${enough} arrivals` })
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      // As if the time of its claims had passed, which is 25 s. That its job is taken up again is waited for.
      await db.pool.query(`update delivery set claimed_until = now() - interval '1 s' where claimed_until is not null`)
      worker = startWorker()
    }
    const sent = () => db.prisma.message.count({ where: { accountId, status: 'Sent' } })
    await until(async () => (await sent()) === replies, { timeoutMs: 60_000, what: 'all to be sent' })
    worker.kill('SIGKILL')
    await once(worker, 'exit')

    const expected = new Set(stored.map(({ id }) => showId('delivery', id)))
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(expected)
    const idsOfMessages = new Map<string, Set<string>>()
    for (const { id, raw } of receiver.received) {
      const { messageId } = JSON.parse(raw)
      idsOfMessages.set(messageId, (idsOfMessages.get(messageId) ?? new Set()).add(id))
    }
    expect([...idsOfMessages.values()].every((ids) => ids.size === 1)).toBe(true)
  })

  const startWorker = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      stdio: 'ignore',
      env: { ...inheritedEnv(), ...workerEnvironment(engine) },
    })
})
