import { connectDb } from '@parley/data/db'
import { applyGrantGroup } from '@parley/data/pipeline/apply-grant-group'
import { freePort } from '@parley/local-stack/free-port'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { createGrantBatch } from '@parley/runtime/grant-batch'
import { createGrantCredits, type GrantInput, type GrantParts } from '@parley/runtime/grant-credits'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runCreditsWorker } from '../testing/run-credits-worker.ts'

describeOnEachEngine('granting credits', (engine) => {
  let agency: TestAgency
  let email: string
  let subAccountId: string
  let queues: Queues
  beforeEach(async () => {
    agency = await createAgency(engine.database.db)
    ;({ email, id: subAccountId } = agency.subAccounts[0] as { email: string; id: string })
    queues = await openQueues({ url: engine.queueUrl })
    onTestFinished(async () => {
      await queues.queue('credits').obliterate({ force: true })
      await queues.close()
    })
  })
  const startWorker = async () => {
    const worker = await runCreditsWorker(engine.database.db, queues)
    onTestFinished(() => worker.close())
  }
  const caller = () => ({ accountId: agency.id, actor: 'key:abcd' })
  const createGrant = (parts: Partial<GrantParts> = {}) => {
    const grantCredits = createGrantCredits({ db: engine.database.db, queues, ...parts })
    return (input: Partial<GrantInput> = {}) => grantCredits(caller(), { email, amount: '1', ...input }, 'request')
  }
  const entries = () => engine.database.db.prisma.creditEntry.findMany({ where: { accountId: subAccountId } })

  test('grants that arrive together are applied as few groups, and each is told its own balance', async () => {
    await startWorker()
    const grant = createGrant()
    const answers = await Promise.all(Array.from({ length: 100 }, () => grant({ amount: '0.1' })))
    expect(answers.map(({ newBalance }) => Number(newBalance)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, at) => (at + 1) / 10),
    )
    expect(answers[0]).toMatchObject({ subAccountId, creditsAdded: '0.1' })
    const written = await entries()
    expect(new Set(written.map(({ actor }) => actor))).toEqual(new Set(['key:abcd']))
    // All entries of one transaction have its time.
    expect(new Set(written.map(({ createdAt }) => createdAt.getTime())).size).toBeLessThan(20)
  })

  test('the same key gives the first answer, other content under it is refused', async () => {
    await startWorker()
    const grant = createGrant()
    const keyed = { amount: '5', description: 'Top-up', idempotencyKey: 'order-1' }
    const answers = await Promise.all([grant(keyed), grant(keyed), grant(keyed)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await grant()
    expect(await grant(keyed)).toEqual(answers[0])
    await expect(grant({ ...keyed, amount: '6' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect(await entries()).toHaveLength(2)
  })

  test('nobody but the agency’s own sub-accounts is found', async () => {
    await startWorker()
    const other = await createAgency(engine.database.db)
    const grant = createGrant()
    for (const stranger of ['nobody@example.com', other.subAccounts[0]?.email ?? '']) {
      await expect(grant({ email: stranger })).rejects.toMatchObject({ code: 'SUBACCOUNT_NOT_FOUND' })
    }
  })

  test('what nobody applied in time is refused, and no worker grants it later', async () => {
    const grant = createGrant({ patienceMs: 50 })
    await expect(grant()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 })
    await startWorker()
    await createGrant()({ amount: '2' }) // goes through the queue behind the refused one
    expect((await entries()).map(({ amount }) => String(amount))).toEqual(['2'])
  })

  test('a job that runs twice grants once', async () => {
    const grant = createGrant()
    const granted = grant()
    const job = await until(async () => (await queues.queue('credits').getWaiting())[0])
    await Promise.all([1, 2, 3].map(() => applyGrantGroup(engine.database.db, job.data.grants)))
    expect(await granted).toMatchObject({ newBalance: '1' })
    expect(await entries()).toHaveLength(1)
  })

  test('when the queue is away it is refused for ever, and at once', async () => {
    const broken = { ...queues, enqueue: () => Promise.reject(new Error('connection closed')) }
    await expect(createGrant({ queues: broken, patienceMs: 600_000 })()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const [row] = await engine.database.db.prisma.grantRequest.findMany({ where: { agencyId: agency.id } })
    expect(row?.outcome).toBe('refused')
  })

  test('when Postgres is away as well nobody knows, and it says so', async () => {
    const away = connectDb(`postgres://nobody@127.0.0.1:${await freePort()}/none`)
    onTestFinished(away.close)
    await expect(createGrant({ db: away, patienceMs: 50 })()).rejects.toMatchObject({ code: 'GRANT_UNKNOWN' })
  })

  test('a batch goes through the queue and answers in order', async () => {
    await startWorker()
    const grantBatch = createGrantBatch({ db: engine.database.db, queues })
    const grants = [
      { email, amount: '1' },
      { email: 'nobody@example.com', amount: '1' },
      { email, amount: '2' },
    ]
    expect(await grantBatch(caller(), { grants, dryRun: true })).toMatchObject([
      { outcome: 'granted' },
      { outcome: 'error' },
      { outcome: 'granted', newBalance: '3' },
    ])
    expect(await entries()).toEqual([])
    expect(await grantBatch(caller(), { grants })).toMatchObject([
      { outcome: 'granted', newBalance: '1' },
      { outcome: 'error', code: 'SUBACCOUNT_NOT_FOUND' },
      { outcome: 'granted', newBalance: '3' },
    ])
  })

  test('a batch that nobody takes up is refused whole, and no worker grants it later', async () => {
    const grantBatch = createGrantBatch({ db: engine.database.db, queues, patienceMs: 50 })
    await expect(grantBatch(caller(), { grants: [{ email, amount: '1' }] })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    await startWorker()
    await createGrant()({ amount: '2' })
    expect((await entries()).map(({ amount }) => String(amount))).toEqual(['2'])
  })
})
