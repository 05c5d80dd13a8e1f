import { Agent, request } from 'node:https'
import { openQueues } from '@parley/queues/open-queues'
import { createAgency } from '@parley/testing/agency'
import { describeOnEachEngine, type TestEngine } from '@parley/testing/engines'
import { expectSoundLedger } from '@parley/testing/ledger'
import { type StartedApp, startApp } from '@parley/testing/start-app'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { gatewayOverTls } from './testing/gateway-over-tls.ts'

// GRANTS=2000 npx vitest run e2e/grants: as many grants and kills as it takes to be sure, on both engines.
const { GRANTS: askedCount } = process.env
const isThorough = askedCount !== undefined
const grantCount = Number(askedCount ?? 200)
const killCount = isThorough ? 6 : 2
const callers = 16

type Answer = { status: number | 'lost'; code?: string; newBalance?: number }

// Starting processes takes the time, so the usual run is made on one engine.
const isRun = (engine: TestEngine) => isThorough || engine.kind === 'redis'

describeOnEachEngine('granting while processes are killed with -9', (engine) => {
  test.runIf(isRun(engine))(
    'with keys, asked again until answered: each exactly once',
    { timeout: 600_000 },
    async () => {
      const { agency, post, killing, settled } = await startStack(engine)
      await runCallers(async (number) => {
        for (;;) {
          const answer = await post(number, `key-${number}`)
          if (answer.status === 200) break
          expect(answer.status === 'lost' || answer.code === 'UNAVAILABLE' || answer.code === 'GRANT_UNKNOWN').toBe(
            true,
          )
        }
      }, killing)
      await settled()

      const entries = await engine.database.db.prisma.creditEntry.findMany({ where: { keyScope: agency.id } })
      const keys = entries.map(({ idempotencyKey }) => idempotencyKey).sort()
      expect(keys).toEqual(Array.from({ length: grantCount }, (_, number) => `key-${number}`).sort())
      await expectSoundLedger(engine.database.db)
    },
  )

  test.runIf(isRun(engine))('without keys: one for every 200, none after a 503', { timeout: 600_000 }, async () => {
    const { agency, post, killing, settled } = await startStack(engine)
    const answers = new Map<string, Answer>()
    await runCallers(async (number) => void answers.set(`Grant ${number}`, await post(number)), killing)
    await settled()

    const entries = await engine.database.db.prisma.creditEntry.findMany({ where: { keyScope: agency.id } })
    const granted = new Set(entries.map(({ description }) => description))
    expect(granted.size).toBe(entries.length)
    const named = (matches: (answer: Answer) => boolean) =>
      [...answers].filter(([, answer]) => matches(answer)).map(([description]) => description)
    const answered = named(({ status }) => status === 200)
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.filter((description) => !granted.has(description))).toEqual([])
    expect(named(({ code }) => code === 'UNAVAILABLE').filter((description) => granted.has(description))).toEqual([])
    const lost = named(({ status, code }) => status === 'lost' || code === 'GRANT_UNKNOWN')
    expect(entries.length).toBeLessThanOrEqual(answered.length + lost.length)
    await expectSoundLedger(engine.database.db)
  })
})

/** Runs all grants, many at a time, and lets the killing begin at even distances. */
async function runCallers(grant: (number: number) => Promise<void>, killing: () => Promise<void>): Promise<void> {
  let next = 0
  let killings = Promise.resolve()
  const killEvery = Math.floor(grantCount / (killCount + 1))
  const call = async () => {
    for (let number = next++; number < grantCount; number = next++) {
      if (number > 0 && number % killEvery === 0) killings = killings.then(killing)
      await grant(number)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  await killings
}

async function startStack(engine: TestEngine) {
  const { env, port } = await gatewayOverTls()
  const agency = await createAgency(engine.database.db, 5)
  await engine.database.db.pool.query('update account set rate_limit_per_minute = 10000000 where id = $1', [agency.id])
  const stores = { DATABASE_URL: engine.database.url, REDIS_URL: engine.redisUrl, JOB_LOCK_MS: '1000' }
  const starts = {
    gateway: () => startApp('gateway', { ...stores, ...env }),
    worker: () => startApp('credits-worker', stores),
  }
  const running: Record<keyof typeof starts, StartedApp> = {
    gateway: await starts.gateway(),
    worker: await starts.worker(),
  }
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  onTestFinished(() => agent.destroy())
  let kills = 0

  return {
    agency,
    async killing() {
      const victim = kills++ % 2 === 0 ? 'worker' : 'gateway'
      await running[victim].kill()
      running[victim] = await starts[victim]()
    },
    /** A caller who finds nobody there waits for the next gateway; one whose answer broke off has lost it. */
    async post(number: number, key?: string): Promise<Answer> {
      const email = agency.subAccounts[number % agency.subAccounts.length]?.email
      const body = JSON.stringify({ email, amount: 1, description: `Grant ${number}`, idempotency_key: key })
      for (;;) {
        const answer = await send(agent, port, agency.apiKey, body)
        if (answer !== 'nobody there') return answer
        await until(async () => (await send(agent, port, agency.apiKey, '{}')) !== 'nobody there')
      }
    },
    /** Whatever is still in the queue could grant something yet. */
    async settled() {
      const queues = await openQueues({ url: engine.queueUrl })
      onTestFinished(queues.close)
      await until(
        async () => {
          const counts = await queues.queue('credits').getJobCounts('waiting', 'active', 'delayed')
          return Object.values(counts).every((count) => count === 0)
        },
        { timeoutMs: 60_000, what: 'an empty queue' },
      )
    },
  }
}

const send = (agent: Agent, port: number, apiKey: string, body: string) =>
  new Promise<Answer | 'nobody there'>((resolve) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const options = { host: 'localhost', port, agent, method: 'POST', path: '/v1/subaccounts/credits', headers }
    const sent = request(options, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('error', () => resolve({ status: 'lost' }))
      answer.on('end', () => {
        const { error, new_balance: newBalance } = JSON.parse(text)
        resolve({ status: answer.statusCode ?? 0, code: error?.code, newBalance })
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'nobody there' : { status: 'lost' }),
    )
    sent.end(body)
  })
