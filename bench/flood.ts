// One account floods, another posts now and then: how long the other's messages take from accepted to stored, alone
// and beside the flood, on each engine.
import { setTimeout as delay } from 'node:timers/promises'
import { incomingMessageId } from '@parley/contracts/ids'
import { openQueues } from '@parley/queues/open-queues'
import { untilDrained } from './lib/backlog.ts'
import { messageBody, sidOf } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { startApp } from './lib/processes.ts'
import { type Stack, withStack } from './lib/stack.ts'
import { percentile, printMachine, printTable, type Row } from './lib/table.ts'

const { flood, every, alone, connections } = readOptions({ flood: 200_000, every: 50, alone: 10, connections: 64 })
const path = '/v1/incoming_custom_channel_message'

async function runOn(stack: Stack, engine: 'Redis' | 'Postgres'): Promise<Row[]> {
  const [a, b] = [await stack.addAccount(`a-${engine}`), await stack.addAccount(`b-${engine}`)]
  const { REDIS_URL, ...onPostgres } = stack.env
  const env = engine === 'Redis' ? stack.env : onPostgres
  const [gateway, worker] = [await startApp('gateway', env), await startApp('ingest-worker', env)]
  const queues = await openQueues({ url: REDIS_URL && engine === 'Redis' ? REDIS_URL : stack.databaseUrl })

  let dripped = 0
  /** Posts on time, whatever became of the ones before, and looks at the table until each is there. */
  const drip = async (goesOn: () => boolean) => {
    const took: number[] = []
    const underWay: Promise<void>[] = []
    while (goesOn()) {
      underWay.push(postAndWait(++dripped).then((ms) => void took.push(ms)))
      await delay(every)
    }
    await Promise.all(underWay)
    return took.sort((x, y) => x - y)
  }
  const postAndWait = async (message: number): Promise<number> => {
    const { answered } = await runLoad({
      port: gateway.port,
      connections: 1,
      total: 1,
      next: () => postRequest(path, b.apiKey, messageBody(10, message)),
    })
    if (answered !== 1) throw new Error('B was refused')
    const acceptedAt = performance.now()
    const id = incomingMessageId(b.id, sidOf(message))
    while ((await stack.db.pool.query('select from message where id = $1', [id])).rowCount === 0) await delay(2)
    return performance.now() - acceptedAt
  }

  const until = performance.now() + alone * 1_000
  const quiet = await drip(() => performance.now() < until)
  let flooding = true
  const startedAt = performance.now()
  const floodDone = runLoad({
    port: gateway.port,
    connections,
    total: flood,
    next: () => postRequest(path, a.apiKey, messageBody()),
  }).then(async (result) => {
    await untilDrained(queues)
    flooding = false
    return { ...result, seconds: (performance.now() - startedAt) / 1_000 }
  })
  const beside = await drip(() => flooding)
  const { answered, seconds } = await floodDone
  await queues.close()
  await Promise.all([gateway.stop(), worker.stop()])
  const row = (what: string, took: number[], rate: number | string): Row => ({
    engine,
    'B posts': what,
    messages: took.length,
    'p50 ms': percentile(took, 0.5),
    'p99 ms': percentile(took, 0.99),
    'max ms': percentile(took, 1),
    'flood stored/s': rate,
  })
  return [row('alone', quiet, ''), row('beside the flood', beside, answered / seconds)]
}

printMachine()
const rows: Row[] = []
for (const engine of ['Redis', 'Postgres'] as const)
  await withStack(async (stack) => void rows.push(...(await runOn(stack, engine))))
printTable(
  `A posts ${flood.toLocaleString('en')} as fast as it can, B one every ${every} ms: B from accepted to stored`,
  rows,
)
