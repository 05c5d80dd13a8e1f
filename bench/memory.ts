// Memory of gateway and worker over many messages, once both are warm.
import { openQueues } from '@parley/queues/open-queues'
import { untilDrained, wholeBacklog } from './lib/backlog.ts'
import { messageBody } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { residentMegabytes, startApp } from './lib/processes.ts'
import { withStack } from './lib/stack.ts'
import { printMachine, printTable, type Row } from './lib/table.ts'

const { messages, connections, warm } = readOptions({ messages: 1_000_000, connections: 64, warm: 100_000 })

printMachine()
await withStack(async (stack) => {
  const { apiKey } = await stack.addAccount('memory')
  const [gateway, worker] = [await startApp('gateway', stack.env), await startApp('ingest-worker', stack.env)]
  const queues = await openQueues({ url: stack.redisUrl })
  const rows: Row[] = []
  let sent = 0
  const slice = async (total: number) => {
    const next = () => postRequest('/v1/incoming_custom_channel_message', apiKey, messageBody())
    sent += (await runLoad({ port: gateway.port, connections, total, next })).answered
    const [gatewayMb, workerMb] = [residentMegabytes(gateway.pid), residentMegabytes(worker.pid)]
    rows.push({ messages: sent, 'gateway MB': gatewayMb, 'worker MB': workerMb, backlog: await wholeBacklog(queues) })
  }
  await slice(warm)
  await untilDrained(queues)
  for (let part = 0; part < 10; part += 1) await slice(Math.ceil(messages / 10))
  await untilDrained(queues)
  const stored = await stack.db.prisma.message.count()
  await queues.close()
  await Promise.all([gateway.stop(), worker.stop()])

  printTable(
    `Resident memory over ${messages.toLocaleString('en')} messages, ${warm.toLocaleString('en')} to warm up`,
    rows,
  )
  const spread = (name: string) => {
    const sizes = rows.slice(1).map((row) => Number(row[name]))
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    return `${Math.round((Math.min(...sizes) / mean - 1) * 100)} % to +${Math.round((Math.max(...sizes) / mean - 1) * 100)} %`
  }
  printTable('Around the mean', [
    { process: 'gateway', spread: spread('gateway MB') },
    { process: 'ingest worker', spread: spread('worker MB') },
  ])
  console.log(`\nAnswered ${sent}, stored ${stored}`)
})
