// The batch endpoint beside the single one, in messages per CPU second of the gateway.
import { messageBody } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { cpuSeconds, startApp } from './lib/processes.ts'
import { withStack } from './lib/stack.ts'
import { printMachine, printTable } from './lib/table.ts'

const { seconds, items, rounds } = readOptions({ seconds: 10, items: 500, rounds: 2 })

printMachine()
await withStack(async (stack) => {
  const { apiKey } = await stack.addAccount('batch')
  const gateway = await startApp('gateway', stack.env)
  const single = () => postRequest('/v1/incoming_custom_channel_message', apiKey, messageBody())
  const batch = () => {
    const messages = Array.from({ length: items }, () => messageBody()).join(',')
    return postRequest('/v1/incoming_custom_channel_messages/batch', apiKey, `{"messages":[${messages}]}`)
  }
  const measure = async (next: () => Buffer, messagesEach: number, connections: number) => {
    const load = (forSeconds: number) => runLoad({ port: gateway.port, connections, seconds: forSeconds, next })
    await load(Math.min(5, seconds))
    const cpuBefore = cpuSeconds(gateway.pid)
    const { answered, refused, seconds: took } = await load(seconds)
    if (refused > 0) console.log(`${refused} requests were refused`)
    const messages = answered * messagesEach
    return { perSecond: messages / took, perCpuSecond: messages / (cpuSeconds(gateway.pid) - cpuBefore) }
  }
  let best = { single: { perSecond: 0, perCpuSecond: 0 }, batch: { perSecond: 0, perCpuSecond: 0 } }
  for (let round = 0; round < rounds; round += 1) {
    const [one, many] = [await measure(single, 1, 128), await measure(batch, items, 4)]
    best = {
      single: one.perCpuSecond > best.single.perCpuSecond ? one : best.single,
      batch: many.perCpuSecond > best.batch.perCpuSecond ? many : best.batch,
    }
  }
  await gateway.stop()
  printTable(`Batches of ${items} beside single messages, best of ${rounds} × ${seconds} s`, [
    {
      what: 'single',
      'messages/s': best.single.perSecond,
      'messages per gateway CPU second': best.single.perCpuSecond,
    },
    { what: 'batch', 'messages/s': best.batch.perSecond, 'messages per gateway CPU second': best.batch.perCpuSecond },
    { what: 'batch ÷ single', 'messages per gateway CPU second': best.batch.perCpuSecond / best.single.perCpuSecond },
  ])
})
