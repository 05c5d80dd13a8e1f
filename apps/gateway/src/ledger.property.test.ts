import { ParleyError } from '@parley/contracts/errors'
import { revokeCredits } from '@parley/data/credits/revoke-credits'
import { spendCredits } from '@parley/data/credits/spend'
import { connectDb, type Db } from '@parley/data/db'
import { inTransaction } from '@parley/data/in-transaction'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { createGrantBatch } from '@parley/runtime/grant-batch'
import { createGrantCredits } from '@parley/runtime/grant-credits'
import { createAgency } from '@parley/testing/agency'
import { describeOnEachEngine, type TestEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { LedgerModel } from '../testing/ledger-model.ts'
import { runCreditsWorker } from '../testing/run-credits-worker.ts'

// CREDITS_OPERATIONS=50000 CREDITS_SEED=7 npx vitest run ledger.property: longer, or the same operations again.
const { CREDITS_OPERATIONS, CREDITS_SEED } = process.env
const operationCount = Number(CREDITS_OPERATIONS ?? 1_000)
const seed = Number(CREDITS_SEED ?? Date.now() % 1_000_000)
const callers = 24
const accountCount = 6

type Wish = { account: number; units: number; key: number | null }

const account = fc.nat(accountCount - 1)
const units = fc.integer({ min: 1, max: 50_000 }) // of 0.0001 credits
/** Few, so that the same one comes again and again, also at the same time, and at times with other content. */
const key = fc.nat(Math.ceil(operationCount / 5))
const ownContent = key.map((number): Wish => ({ account: number % accountCount, units: number + 1, key: number }))
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ account, units, key: fc.constant(null) }) },
  { weight: 5, arbitrary: ownContent },
  { weight: 1, arbitrary: fc.record({ account, units, key }) },
)
const operation = fc.oneof(
  { weight: 40, arbitrary: fc.record({ do: fc.constant('grant' as const), wish, isHasty: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      wishes: fc.array(wish, { minLength: 1, maxLength: 40 }),
      atomic: fc.boolean(),
    }),
  },
  { weight: 40, arbitrary: fc.record({ do: fc.constant('spend' as const), spending: ownContent }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('revoke' as const), pick: fc.nat(), units }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('crash' as const), victim: fc.nat(5) }) },
)

describeOnEachEngine('the ledger', (engine) => {
  test(`holds through random grants, batches, spending, revokes, repeats, time-outs and crashes (seed ${seed})`, {
    timeout: 600_000,
  }, async () => {
    const { db } = engine.database
    const agency = await createAgency(db, accountCount)
    const model = new LedgerModel(agency)
    const stack = await startStack(engine)
    const caller = { accountId: agency.id, actor: 'key:prop' }
    let made = 0

    const grantOnce = (wished: Wish, description: string, isHasty: boolean) =>
      model.watch([{ ...wished, description }], async () => [
        await (isHasty ? stack.hastyGrant : stack.grant)(caller, model.grantInput(wished, description), 'request'),
      ])
    const run = {
      async grant({ wish: wished, isHasty }: { wish: Wish; isHasty: boolean }) {
        const description = wished.key === null ? `grant ${++made}` : `key ${wished.key}`
        // A caller with a key asks until it is told; one without asks once.
        while (!(await grantOnce(wished, description, isHasty)) && wished.key !== null);
      },
      async batch({ wishes, atomic }: { wishes: Wish[]; atomic: boolean }) {
        const described = wishes.map((wished) => ({
          ...wished,
          description: wished.key === null ? `grant ${++made}` : `key ${wished.key}`,
        }))
        const grants = described.map((each) => model.grantInput(each, each.description))
        await model.watch(described, () => stack.grantBatch(caller, { grants, atomic }))
      },
      async spend({ spending }: { spending: Wish }) {
        const payment = model.payment(spending)
        await untilDone(() => inTransaction(stack.spender, (client) => spendCredits(client, payment))).then((paid) =>
          model.sawSpend(spending, paid),
        )
      },
      async revoke({ pick, units: wanted }: { pick: number; units: number }) {
        const revocation = model.revocation(pick, wanted, ++made)
        if (!revocation) return
        const once = () => revokeCredits(stack.spender, agency.id, revocation, 'cli')
        const [first] = await Promise.all([untilDone(once), untilDone(once)])
        model.sawRevoke(revocation, first)
      },
      async crash({ victim }: { victim: number }) {
        const name = stack.connectionNames[victim % stack.connectionNames.length]
        await db.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
          name,
        ])
      },
    }

    const operations = fc.sample(operation, { seed, numRuns: operationCount })
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (let next = operations.pop(); next; next = operations.pop()) await run[next.do](next as never)
      }),
    )
    await stack.drained()
    await model.check(db)
  })
})

/** What was refused stays refused; what broke is asked again, under the same key. */
async function untilDone<Result>(ask: () => Promise<Result>): Promise<Result | ParleyError> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ParleyError) return error
    }
  }
}

/** Two gateways, one of which waits for nobody, two workers, and somebody who spends, each with connections to break. */
async function startStack(engine: TestEngine) {
  const connectionNames: string[] = []
  const connect = (name: string): Db => {
    connectionNames.push(name)
    const db = connectDb(engine.database.url, { name })
    onTestFinished(db.close)
    return db
  }
  const queues = await openQueues({ url: engine.queueUrl })
  onTestFinished(queues.close)
  for (const name of ['worker-1', 'worker-2']) {
    const worker = await runCreditsWorker(connect(name), queues)
    onTestFinished(() => worker.close())
  }
  let jobs = 0
  const twice: Queues = {
    ...queues,
    async enqueue(job, payload, options) {
      await queues.enqueue(job, payload, options)
      if (++jobs % 5 === 0) await queues.enqueue(job, payload, options)
    },
  }
  return {
    connectionNames,
    grant: createGrantCredits({ db: connect('gateway-1'), queues: twice }),
    hastyGrant: createGrantCredits({ db: connect('gateway-2'), queues: twice, patienceMs: 8 }),
    grantBatch: createGrantBatch({ db: connect('gateway-3'), queues: twice }),
    spender: connect('spender'),
    drained: () =>
      until(
        async () => {
          const counts = await queues.queue('credits').getJobCounts('waiting', 'active', 'delayed')
          return Object.values(counts).every((count) => count === 0)
        },
        { timeoutMs: 120_000, what: 'an empty queue' },
      ),
  }
}
