// The whole path on one machine: gateway, Redis, ingest worker, Postgres. Finds the rate at which the backlog stays
// flat, holds it, and says what a message costs each process.
import { setTimeout as delay } from 'node:timers/promises'
import { openQueues } from '@parley/queues/open-queues'
import { untilDrained, wholeBacklog } from './lib/backlog.ts'
import { messageBody } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { cpuSeconds, cpuSecondsOfTree, startApp } from './lib/processes.ts'
import { withStack } from './lib/stack.ts'
import { printMachine, printTable } from './lib/table.ts'

const { seconds, search, accounts, connections } = readOptions({
  seconds: 60,
  search: 30,
  accounts: 60,
  connections: 128,
})

printMachine()
await withStack(async (stack) => {
  const keys: string[] = []
  for (let n = 0; n < accounts; n += 1) keys.push((await stack.addAccount(`path-${n}`)).apiKey)
  const [gateway, worker] = [await startApp('gateway', stack.env), await startApp('ingest-worker', stack.env)]
  const queues = await openQueues({ url: stack.redisUrl })
  let sent = 0
  const next = () => postRequest('/v1/incoming_custom_channel_message', keys[sent++ % accounts] ?? '', messageBody())
  const load = (forSeconds: number, ratePerSecond: () => number) =>
    runLoad({ port: gateway.port, connections, seconds: forSeconds, next, ratePerSecond })

  // Up while the backlog is short, down while it grows: it settles at what the slowest part can take.
  let rate = 2_000
  let searching = true
  const steer = (async () => {
    while (searching) {
      await delay(250)
      rate = Math.max(500, rate * ((await wholeBacklog(queues)) < rate / 4 ? 1.05 : 0.9))
    }
  })()
  await load(search, () => rate)
  searching = false
  await steer
  const held = rate * 0.9
  await untilDrained(queues)

  const pids = { gateway: gateway.pid, 'ingest worker': worker.pid, Redis: stack.redisPid }
  const cpuNow = () => ({
    ...Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)])),
    Postgres: cpuSecondsOfTree(stack.postgresPid),
    'load generator': cpuSeconds(process.pid),
  })
  const before = cpuNow()
  const backlogs: number[] = []
  let holding = true
  const watch = (async () => {
    while (holding) {
      backlogs.push(await wholeBacklog(queues))
      await delay(1_000)
    }
  })()
  const { answered, refused, seconds: took } = await load(seconds, () => held)
  holding = false
  await watch
  const after = cpuNow()
  await untilDrained(queues)
  const stored = await stack.db.prisma.message.count()
  await queues.close()
  await Promise.all([gateway.stop(), worker.stop()])

  const third = Math.ceil(backlogs.length / 3)
  const mean = (part: number[]) => part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length)
  printTable(`Whole path, ${accounts} accounts, held for ${Math.round(took)} s`, [
    { what: 'messages/s', value: answered / took },
    { what: 'refused', value: refused },
    { what: 'mean backlog, first third', value: mean(backlogs.slice(0, third)) },
    { what: 'mean backlog, last third', value: mean(backlogs.slice(-third)) },
    { what: 'largest backlog', value: Math.max(...backlogs) },
    { what: 'rows stored, search included', value: stored },
  ])
  const perMessage = Object.entries(after).map(([process, cpu]) => ({
    process,
    'CPU µs/message': ((cpu - (before[process as keyof typeof before] ?? 0)) * 1e6) / answered,
  }))
  printTable('What a message costs', [
    ...perMessage,
    { process: 'all', 'CPU µs/message': perMessage.reduce((sum, each) => sum + each['CPU µs/message'], 0) },
  ])
})
