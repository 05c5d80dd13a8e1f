// Granting: batches of 10,000 beside the bare SQL of the same ledger, and single grants over HTTP through gateway,
// queue and worker, over many sub-accounts and all on one, beside the same gateway refusing the same requests.
import { loadavg } from 'node:os'
import { grantBatch } from '@parley/data/credits/grant-batch'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { writeBareLedger } from './credits/bare-ledger.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { type BenchProcess, cpuSeconds, cpuSecondsOfTree, startApp } from './lib/processes.ts'
import { type Stack, withStack } from './lib/stack.ts'
import { percentile, printMachine, printTable } from './lib/table.ts'

const { seconds, callers, rounds, batch } = readOptions({ seconds: 8, callers: 64, rounds: 5, batch: 10_000 })

type Apps = { gateway: BenchProcess; worker: BenchProcess }

printMachine()
// What else runs on the machine takes from every figure here but the CPU time.
console.log(
  `load average before: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
)
await withStack(async (stack) => {
  const agency = await createAgency(stack.db, batch)
  await stack.db.pool.query('update account set rate_limit_per_minute = 2000000000 where id = $1', [agency.id])
  await stack.db.pool.query('vacuum analyze account, credit_balance')
  await using opened = new AsyncDisposableStack()
  const start = async (name: string) => {
    const app = await startApp(name, stack.env)
    opened.defer(app.stop)
    return app
  }
  const apps = { gateway: await start('gateway'), worker: await start('credits-worker') }
  await measureBatches(stack, agency, apps)
  await measureSingles(stack, agency, apps)
})

/** CPU seconds so far of all that takes part in granting, but not of whoever asks over HTTP. */
function cpuOfGranting({ postgresPid, redisPid }: Stack, { gateway, worker }: Apps): number {
  return cpuSecondsOfTree(postgresPid) + cpuSeconds(redisPid) + cpuSeconds(gateway.pid) + cpuSeconds(worker.pid)
}

/** In turns, so that a noisy neighbour hits all of them; the best round of each counts. */
async function measureBatches(stack: Stack, agency: TestAgency, apps: Apps): Promise<void> {
  const { db } = stack
  const { port } = apps.gateway
  const { id, apiKey, subAccounts } = agency
  let round = 0
  const keyed = () => subAccounts.map(({ email }, at) => ({ email, amount: '1', idempotencyKey: `${round}-${at}` }))
  const plain = () => subAccounts.map(({ email }) => ({ email, amount: '1' }))
  const body = () => JSON.stringify({ grants: subAccounts.map(({ email }) => ({ email, amount: 1 })) })
  const variants = {
    'bare SQL: one insert, one update': () => writeBareLedger(db, subAccounts),
    'grantBatch, slices': () => grantBatch(db, id, { grants: plain() }, 'bench'),
    'grantBatch, atomic': () => grantBatch(db, id, { grants: plain(), atomic: true }, 'bench'),
    'grantBatch, a key each': () => grantBatch(db, id, { grants: keyed() }, 'bench'),
    'POST /subaccounts/credits/batch': async () => {
      const request = postRequest('/v1/subaccounts/credits/batch', apiKey, body())
      const { answered } = await runLoad({ port, connections: 1, total: 1, next: () => request })
      if (answered !== 1) throw new Error('the batch was refused')
    },
  }
  const best = new Map<string, { perSecond: number; cpuMs: number }>()
  for (; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(variants)) {
      const [startedAt, cpuBefore, ownBefore] = [performance.now(), cpuOfGranting(stack, apps), process.cpuUsage()]
      await run()
      const perSecond = (batch / (performance.now() - startedAt)) * 1_000
      const own = process.cpuUsage(ownBefore)
      const cpuMs = (cpuOfGranting(stack, apps) - cpuBefore) * 1_000 + (own.user + own.system) / 1_000
      const known = best.get(name) ?? { perSecond: 0, cpuMs: Number.POSITIVE_INFINITY }
      best.set(name, { perSecond: Math.max(perSecond, known.perSecond), cpuMs: Math.min(cpuMs, known.cpuMs) })
    }
  }
  const ceiling = best.get('bare SQL: one insert, one update')
  printTable(
    `A batch of ${batch.toLocaleString('en')}, best of ${rounds}`,
    [...best].map(([what, { perSecond, cpuMs }]) => ({
      what,
      'grants/s': perSecond,
      '÷ bare SQL': perSecond / (ceiling?.perSecond ?? 0),
      'CPU ms': cpuMs,
      'CPU of bare SQL ÷ this': (ceiling?.cpuMs ?? 0) / cpuMs,
    })),
  )
}

async function measureSingles(stack: Stack, { apiKey, subAccounts }: TestAgency, apps: Apps): Promise<void> {
  const { port } = apps.gateway
  let sent = 0
  const grantTo = (email: string | undefined, amount: number) =>
    postRequest('/v1/subaccounts/credits', apiKey, JSON.stringify({ email, amount, description: 'Bench' }))
  const nextOf = (accounts: number) => () => grantTo(subAccounts[sent++ % accounts]?.email, 1)
  const variants = {
    [`over ${subAccounts.length.toLocaleString('en')} sub-accounts`]: nextOf(subAccounts.length),
    'all on one sub-account': nextOf(1),
    'ceiling: refused for its amount, nothing done': () => grantTo(subAccounts[0]?.email, 0),
  }
  const rows = []
  for (const [what, next] of Object.entries(variants)) {
    await runLoad({ port, connections: callers, seconds: 2, next })
    const took: number[] = []
    const cpuBefore = cpuOfGranting(stack, apps)
    const {
      answered,
      refused,
      seconds: elapsed,
    } = await runLoad({
      port,
      connections: callers,
      seconds,
      next,
      onAnswer: (_status, tookMs) => took.push(tookMs),
    })
    took.sort((a, b) => a - b)
    rows.push({
      what,
      'answers/s': (answered + refused) / elapsed,
      granted: answered,
      'p50 ms': percentile(took, 0.5),
      'p99 ms': percentile(took, 0.99),
      'CPU µs an answer': ((cpuOfGranting(stack, apps) - cpuBefore) / took.length) * 1e6,
    })
  }
  printTable(`Single grants over HTTP, ${callers} callers, ${seconds} s`, rows)
}
