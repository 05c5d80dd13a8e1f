// Many messages, a part of which repeat an earlier messageSid, from several senders at once through two gateways and two
// workers: exactly the distinct ones are stored, and every count is right.
import { openQueues } from '@parley/queues/open-queues'
import { untilDrained } from './lib/backlog.ts'
import { messageBody } from './lib/bodies.ts'
import { postRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { startApp } from './lib/processes.ts'
import { withStack } from './lib/stack.ts'
import { printMachine, printTable } from './lib/table.ts'

const { messages, repeats, senders, connections } = readOptions({
  messages: 1_000_000,
  repeats: 0.3,
  senders: 4,
  connections: 16,
})

printMachine()
await withStack(async (stack) => {
  const { apiKey } = await stack.addAccount('repeats')
  const gateways = [await startApp('gateway', stack.env), await startApp('gateway', stack.env)]
  const workers = [await startApp('ingest-worker', stack.env), await startApp('ingest-worker', stack.env)]
  const queues = await openQueues({ url: stack.redisUrl })

  let distinct = 0
  const nextMessage = () => {
    const isRepeat = distinct > 0 && Math.random() < repeats
    // Often one that was sent just now, perhaps by another sender, and is not stored yet.
    const back = Math.floor(Math.random() ** 4 * distinct)
    return isRepeat ? distinct - 1 - back : distinct++
  }
  const startedAt = performance.now()
  const results = await Promise.all(
    Array.from({ length: senders }, (_, sender) =>
      runLoad({
        port: gateways[sender % gateways.length]?.port ?? 0,
        connections,
        total: Math.ceil(messages / senders),
        next: () => postRequest('/v1/incoming_custom_channel_message', apiKey, messageBody(500, nextMessage())),
      }),
    ),
  )
  await untilDrained(queues)
  const seconds = (performance.now() - startedAt) / 1_000
  const stored = await stack.db.prisma.message.count()
  const { _sum, _count } = await stack.db.prisma.conversation.aggregate({
    _sum: { messageCount: true, turnNo: true },
    _count: true,
  })
  const deadLetters = await stack.db.prisma.deadLetter.count()
  await queues.close()
  await Promise.all([...gateways, ...workers].map((each) => each.stop()))

  const answered = results.reduce((sum, each) => sum + each.answered, 0)
  const isExact = stored === distinct && _sum.messageCount === distinct && _sum.turnNo === distinct
  printTable(`${senders} senders, two gateways, two workers`, [
    { what: 'sent', value: senders * Math.ceil(messages / senders) },
    { what: 'answered with 200', value: answered },
    { what: 'distinct', value: distinct },
    { what: 'rows stored', value: stored },
    { what: 'sum of the counts of all conversations', value: _sum.messageCount ?? 0 },
    { what: 'conversations', value: _count },
    { what: 'dead letters', value: deadLetters },
    { what: 'seconds until all were stored', value: seconds },
    { what: 'exactly the distinct ones', value: isExact ? 'yes' : 'NO' },
  ])
  if (!isExact) process.exitCode = 1
})
