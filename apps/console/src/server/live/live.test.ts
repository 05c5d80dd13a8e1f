import { newId, showId } from '@parley/contracts/ids'
import type { InboxMessage } from '@parley/contracts/session/inbox'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { publishLive } from '@parley/queues/live'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { createAgency } from '@parley/testing/agency'
import { startCutter } from '@parley/testing/cutter'
import { describeOnEachEngine } from '@parley/testing/engines'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { followLive } from '../../../testing/follow-live.ts'
import { useConsole } from '../../../testing/use-console.ts'

describeOnEachEngine('the stream of changes', (engine) => {
  const { database } = engine
  const server = useConsole(database, () => ({ queueUrl: engine.queueUrl }))

  /** An account with somebody who looks on, and a way to write into it. */
  async function open() {
    const { id: accountId } = await createAgency(database.db)
    const { email } = await addMember(database.db, accountId, 'viewer')
    const receive = async (fromId: string) => {
      const message = acceptedMessage(accountId, newId(), { fromId })
      await storeMessages(database.db, [message])
      await publishLive(server.queues, [{ accountId, conversationId: message.contactId }])
      return { id: showId('message', message.id), conversation: showId('contact', message.contactId) }
    }
    const account = showId('account', accountId)
    return { account, email, receive, viewer: await server.logIn(email), cookie: await server.cookieOf(email) }
  }

  test('tells of the own account and of no other', async () => {
    const [mine, other] = [await open(), await open()]
    const stream = followLive(server.url, mine)
    await until(() => stream.opened)
    await other.receive('ann')
    const { conversation } = await mine.receive('ann')
    const event = await until(() => stream.events[0])
    expect(event).toEqual({ type: 'changed', conversationIds: [conversation] })
  })

  test('misses nothing, however often it is cut while messages arrive', async () => {
    const { account, receive, viewer, cookie } = await open()
    const cutter = await startCutter(server.url)
    onTestFinished(cutter.close)
    const seen = new Set<string>()
    // As pages do: what is told is only that something changed, and when; the truth is then read.
    const look = async () => {
      const page = await viewer('GET /conversations/:conversation/messages', {
        account,
        params: { conversation: first.conversation },
      })
      for (const { id } of page.json().items as InboxMessage[]) seen.add(id)
    }
    const first = await receive('ann')
    const stream = followLive(cutter.url, { account, cookie }, look)
    await until(() => stream.opened)
    const sent = [first.id]
    for (let cuts = 1; cuts <= 4; cuts += 1) {
      sent.push((await receive('ann')).id)
      cutter.cut('silence')
      sent.push((await receive('ann')).id, (await receive('ann')).id)
      cutter.mend()
      sent.push((await receive('ann')).id)
      await until(() => stream.connections > cuts)
    }
    await until(() => sent.every((id) => seen.has(id)))
    expect(stream.events).toContainEqual({ type: 'everything' })
  })
})
