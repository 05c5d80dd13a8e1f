// Accepting: one gateway process with key check, rate limit, validation and durable enqueue, beside a bare Fastify
// route that parses the same JSON, and beside the same gateway with one `queue.add` per request. What an add costs by
// itself is told by bare Fastify with one.
import { messageBody } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { type BenchProcess, cpuSeconds, startApp, startServer } from './lib/processes.ts'
import { withStack } from './lib/stack.ts'
import { printMachine, printTable } from './lib/table.ts'

const { seconds, connections, rounds } = readOptions({ seconds: 10, connections: 128, rounds: 3 })
const path = '/v1/incoming_custom_channel_message'

printMachine()
await withStack(async (stack) => {
  const { apiKey } = await stack.addAccount('accept')
  const measure = async (start: () => Promise<BenchProcess>) => {
    const server = await start()
    const load = (forSeconds: number) =>
      runLoad({
        port: server.port,
        connections,
        seconds: forSeconds,
        next: () => postRequest(path, apiKey, messageBody()),
      })
    await load(Math.min(3, seconds)) // the engine compiles what it runs often
    const cpuBefore = cpuSeconds(server.pid)
    const { answered, refused, seconds: took } = await load(seconds)
    const cpu = cpuSeconds(server.pid) - cpuBefore
    await server.stop()
    if (refused > 0) console.log(`${refused} requests were refused`)
    return { perSecond: answered / took, perCpuSecond: answered / cpu }
  }
  const variants = {
    'bare Fastify, JSON parsed': () => startServer('bare-fastify', {}),
    'bare Fastify, one queue.add per request': () => startServer('bare-add', {}, [stack.redisUrl]),
    gateway: () => startApp('gateway', stack.env),
    'gateway, one queue.add per request': () => startServer('one-add-gateway', stack.env),
  }
  // In turns, so that a noisy neighbour hits all of them; the best round of each counts.
  const best = new Map<string, { perSecond: number; perCpuSecond: number }>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, start] of Object.entries(variants)) {
      const result = await measure(start)
      const known = best.get(name)
      best.set(name, {
        perSecond: Math.max(result.perSecond, known?.perSecond ?? 0),
        perCpuSecond: Math.max(result.perCpuSecond, known?.perCpuSecond ?? 0),
      })
    }
  }
  const gateway = best.get('gateway')
  const bare = best.get('bare Fastify, JSON parsed')
  printTable(
    `Accepting, ${connections} connections, best of ${rounds} × ${seconds} s`,
    [...best].map(([name, { perSecond, perCpuSecond }]) => ({
      what: name,
      'requests/s': perSecond,
      'requests per CPU second of the process': perCpuSecond,
      'gateway ÷ this (requests/s)': (gateway?.perSecond ?? 0) / perSecond,
      'bare Fastify ÷ this (requests/s)': (bare?.perSecond ?? 0) / perSecond,
      'gateway ÷ this (per CPU second)': (gateway?.perCpuSecond ?? 0) / perCpuSecond,
    })),
  )
})
