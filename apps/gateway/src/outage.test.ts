import { newId } from '@parley/contracts/ids'
import { findRedisServer } from '@parley/local-stack/start-redis'
import { ingestQueues } from '@parley/queues/ingest-backlog'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { type OwnServer, ownPostgres, ownRedis } from '@parley/testing/own-servers'
import { until } from '@parley/testing/until'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MessageIntake } from './accept-messages.ts'
import { BacklogWatch } from './watch-backlog.ts'

const account = newId()

async function openIntake(server: OwnServer, deadlineMs: number) {
  const queues = await openQueues({ url: server.url })
  const backlog = new BacklogWatch(queues, 1_000_000)
  backlog.start()
  onTestFinished(async () => {
    backlog.close()
    await queues.close()
  })
  return {
    queues,
    intake: new MessageIntake({ queues, backlog, stashMedia: async (message) => message, deadlineMs }),
  }
}
const accept = (intake: MessageIntake, sid: string) => intake.accept(acceptedMessage(account, sid))
const taken = async (intake: MessageIntake, sid: string) =>
  until(
    () =>
      accept(intake, sid).then(
        () => true,
        () => false,
      ),
    { timeoutMs: 50_000 },
  )

async function queuedSids(queues: Queues): Promise<string[]> {
  const jobs = await Promise.all(ingestQueues.map((name) => queues.queue(name).getWaiting()))
  return jobs.flat().flatMap((job) => job.data.messages.map(({ sid }: { sid: string }) => sid))
}

const engines: [string, () => Promise<OwnServer>][] = [['Postgres', ownPostgres]]
if (findRedisServer()) engines.push(['Redis', ownRedis])

describe.each(engines)('while the queue in %s', (_name, startServer) => {
  test('is away, messages are refused at once and none is kept; after its return nothing accepted is missing', async () => {
    const server = await startServer()
    const { queues, intake } = await openIntake(server, 30_000)
    await accept(intake, 'before')
    await server.stop()
    const refused = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => accept(intake, `lost-${n}`)))
    for (const each of refused) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfterS: 1 } })
    }
    await server.start()
    await taken(intake, 'after')
    expect((await queuedSids(queues)).sort()).toEqual(['after', 'before'])
  })
})

// A hanging process is the same to both; Postgres has one for each connection, so it is tried on Redis.
test.runIf(findRedisServer())(
  'while the queue hangs callers are told, and it goes on by itself when it can',
  async () => {
    const server = await ownRedis()
    const { queues, intake } = await openIntake(server, 800)
    await taken(intake, 'before')
    server.hang()
    const refused = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => accept(intake, `hung-${n}`)))
    expect(refused.every((each) => each.status === 'rejected' && each.reason.code === 'UNAVAILABLE')).toBe(true)
    server.goOn()
    await taken(intake, 'after')
    expect(await queuedSids(queues)).toEqual(expect.arrayContaining(['before', 'after']))
  },
)
