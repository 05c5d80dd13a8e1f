import { randomUUID } from 'node:crypto'
import { makeAccount, makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { oweEvent } from '../deliveries/owe-event.ts'
import { replay } from '../deliveries/replay.ts'
import { inTransaction } from '../in-transaction.ts'
import { enableEndpoint } from '../webhooks/enable-endpoint.ts'
import { saveEndpoint } from '../webhooks/save-endpoint.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { findDueEndpoints } from './find-due-endpoints.ts'
import { holdDeliveries } from './hold-deliveries.ts'
import { type DeliveryOutcome, settleDeliveries } from './settle-deliveries.ts'

const database = useTestDatabase()
let accountId: string
let endpointId: string
beforeEach(async () => {
  const made = await makeEndpoint(database.db, 'https://example.com/hook')
  accountId = made.accountId
  endpointId = made.endpointId
})

const claim = async (limit = 100) => (await claimDeliveries(database.db, endpointId, limit)).deliveries
const bodies = (deliveries: ClaimedDelivery[]) => deliveries.map(({ body }) => JSON.parse(body))
const store = (...fromIds: string[]) => storeReplies(database.db, accountId, fromIds)
const endpoint = () => database.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
const message = (id: string) => database.db.prisma.message.findUniqueOrThrow({ where: { id } })
const delivery = (id: string) => database.db.prisma.delivery.findUniqueOrThrow({ where: { id } })
const sql = (text: string, ...values: unknown[]) => database.db.pool.query(text, values)
const age = (id: string, interval: string) =>
  sql(
    `update delivery set due_at = due_at - $2::interval, claimed_until = claimed_until - $2::interval,
       created_at = created_at - $2::interval where id = $1`,
    id,
    interval,
  )

const outcome = (
  { id, messageId = id }: { id: string; messageId?: string | null },
  ok: boolean,
  more: Partial<DeliveryOutcome> = {},
): DeliveryOutcome => ({
  deliveryId: id,
  messageId,
  endpointId,
  url: 'https://example.com/hook',
  ok,
  error: ok ? null : 'Answered 500',
  statusCode: ok ? 200 : 500,
  headers: { server: 'x' },
  responseBody: 'hello',
  address: '192.0.2.1',
  durationMs: 12,
  startedAgoMs: 20,
  retryInMs: ok ? null : 5_000,
  ...more,
})
const settle = (...outcomes: DeliveryOutcome[]) => settleDeliveries(database.db, outcomes)
const fail = async (times: number) => {
  for (let n = 0; n < times; n += 1) {
    const [stored] = await store(`fail-${n}`)
    await settle(outcome({ id: stored?.id ?? '' }, false))
  }
}

describe('claiming', () => {
  test('what is claimed is given to nobody else', async () => {
    await store('a', 'b', 'c')
    const claims = await Promise.all([claim(2), claim(2), claim(2)])
    expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(3)
    expect(claims.flat()).toHaveLength(3)
  })

  test('a claim whose worker died is given out again when it has run out', async () => {
    await store('a')
    const [first] = await claim()
    expect(await claim()).toEqual([])
    await sql(`update delivery set claimed_until = now() - interval '1 s' where id = $1`, first?.id)
    expect(await claim()).toEqual([first])
  })

  test('what is not due yet stays', async () => {
    const [stored] = await store('a')
    await sql(`update delivery set due_at = now() + interval '1 minute' where id = $1`, stored?.id)
    expect(await claim()).toEqual([])
  })

  test('nobody is owed a message that was erased', async () => {
    const [stored] = await store('a')
    await sql('delete from message where id = $1', stored?.id)
    expect(await claim()).toEqual([])
    expect((await delivery(stored?.id ?? '')).dueAt).toBeNull()
  })
})

describe('the order within a conversation', () => {
  test('one reply at a time, while other conversations go on', async () => {
    await store('a', 'a', 'b', 'a')
    const claimed = bodies(await claim()).map(({ toId, sequence }) => [toId, sequence])
    expect(claimed.sort()).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(await claim()).toEqual([])
  })

  test('the next one goes when the one before is Sent', async () => {
    const [first] = await store('a', 'a')
    await claim()
    await settle(outcome({ id: first?.id ?? '' }, true))
    expect(bodies(await claim())).toMatchObject([{ sequence: 2 }])
  })

  test('the next one goes when the one before has failed once', async () => {
    const [first] = await store('a', 'a')
    await claim()
    await settle(outcome({ id: first?.id ?? '' }, false))
    expect(bodies(await claim())).toMatchObject([{ sequence: 2 }])
  })

  test('the next one goes when the one before has been under way for 10 s', async () => {
    const [first] = await store('a', 'a')
    await claim()
    await age(first?.id ?? '', '9 seconds')
    expect(await claim()).toEqual([])
    await age(first?.id ?? '', '1 second')
    expect(bodies(await claim())).toMatchObject([{ sequence: 2 }])
  })

  test('an old backlog still goes out one by one', async () => {
    const stored = await store('a', 'a', 'a')
    for (const { id } of stored) await age(id, '1 hour')
    const seen: number[] = []
    for (let left = await claim(); left.length > 0; left = await claim()) {
      seen.push(...bodies(left).map(({ sequence }) => sequence))
      await settle(...left.map((each) => outcome(each, true)))
    }
    expect(seen).toEqual([1, 2, 3])
  })
})

describe('settling', () => {
  test('success makes the message Sent, and the attempt is kept', async () => {
    const [stored] = await store('a')
    const id = stored?.id ?? ''
    await claim()
    await settle(outcome({ id }, true))
    expect(await message(id)).toMatchObject({ status: 'Sent', error: null })
    expect(await delivery(id)).toMatchObject({ attempts: 1, dueAt: null, deliveredAt: expect.any(Date) })
    expect(await database.db.prisma.deliveryAttempt.findMany({ where: { deliveryId: id } })).toMatchObject([
      {
        number: 1,
        statusCode: 200,
        durationMs: 12,
        address: '192.0.2.1',
        headers: { server: 'x' },
        responseBody: 'hello',
        error: null,
      },
    ])
  })

  test('failure makes it Failed with the reason and a time for the next try, and a later success Sent', async () => {
    const [stored] = await store('a')
    const id = stored?.id ?? ''
    await settle(outcome({ id }, false))
    expect(await message(id)).toMatchObject({ status: 'Failed', error: 'Answered 500' })
    expect(await delivery(id)).toMatchObject({ retryNo: 1, dueAt: expect.any(Date) })
    await settle(outcome({ id }, true))
    expect(await message(id)).toMatchObject({ status: 'Sent', error: null })
    expect((await delivery(id)).attempts).toBe(2)
  })

  test('when the retries are used up it stays Failed and nothing is due', async () => {
    const [stored] = await store('a')
    const id = stored?.id ?? ''
    await settle(outcome({ id }, false, { retryInMs: null }))
    expect(await delivery(id)).toMatchObject({ dueAt: null, isHeld: false })
    expect((await message(id)).status).toBe('Failed')
  })

  test('batches of several workers that touch the same endpoints at once all come through', async () => {
    const other = await makeEndpoint(database.db, 'https://example.com/other')
    const batches = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mine = await store(...Array.from({ length: 20 }, () => randomUUID()))
        const theirs = await storeReplies(
          database.db,
          other.accountId,
          ['x', 'y', 'z'].map((id) => id + randomUUID()),
        )
        return [
          ...mine.map((each) => outcome(each, true)),
          ...theirs.map((each) => outcome(each, true, { endpointId: other.endpointId })),
        ]
      }),
    )
    await Promise.all(batches.map((batch, index) => settle(...(index % 2 ? batch.toReversed() : batch))))
    const sent = { status: 'Sent', accountId: { in: [accountId, other.accountId] } }
    expect(await database.db.prisma.message.count({ where: sent })).toBe(8 * 23)
  })
})

describe('the breaker', () => {
  test('opens after 10 failures in a row and then gives out one probe at a time', async () => {
    await fail(9)
    await store('x', 'y')
    expect(await claim(1)).toHaveLength(1)
    await fail(1)
    await store('z')
    expect(await claim()).toEqual([])
    expect(await findDueEndpoints(database.db)).not.toContain(endpointId)
    await sql(`update webhook_endpoint set probe_at = now() - interval '1 s' where id = $1`, endpointId)
    expect(await findDueEndpoints(database.db)).toContain(endpointId)
    const probes = await Promise.all([claim(), claim(), claim()])
    expect(probes.flat()).toHaveLength(1)
  })

  test('a failed probe puts the next one off, a successful one closes it', async () => {
    await fail(10)
    const [stored] = await store('x', 'y', 'z')
    await sql(`update webhook_endpoint set probe_at = now() - interval '1 s' where id = $1`, endpointId)
    await settle(outcome({ id: stored?.id ?? '' }, false))
    expect(await claim()).toEqual([])
    await sql(`update webhook_endpoint set probe_at = now() - interval '1 s' where id = $1`, endpointId)
    const [probe] = await claim()
    await settle(outcome({ id: probe?.id ?? '' }, true))
    expect(await endpoint()).toMatchObject({ failuresInRow: 0, failingSince: null, probeAt: null })
    expect((await claim()).length).toBeGreaterThan(0)
  })

  test('a success among failures starts the count anew', async () => {
    const stored = await store('a', 'b', 'c', 'd')
    const [a, b, c, d] = stored.map(({ id }) => ({ id }))
    if (!a || !b || !c || !d) throw new Error('four were stored')
    await settle(outcome(a, false), outcome(b, false), outcome(c, true), outcome(d, false))
    expect((await endpoint()).failuresInRow).toBe(1)
  })
})

describe('a disabled endpoint', () => {
  const disable = () =>
    sql(`update webhook_endpoint set disabled_at = now(), disabled_reason = 'It is off.' where id = $1`, endpointId)

  test('410 disables it and holds what waits, with the reason on the messages', async () => {
    const [first, second] = await store('a', 'b')
    await claim(1)
    await settle(outcome({ id: first?.id ?? '' }, false, { statusCode: 410 }))
    expect((await endpoint()).disabledAt).not.toBeNull()
    for (const id of [first?.id ?? '', second?.id ?? '']) {
      expect(await delivery(id)).toMatchObject({ dueAt: null, isHeld: true })
      expect(await message(id)).toMatchObject({ status: 'Failed', error: expect.stringContaining('410 Gone') })
    }
  })

  test('five days of failure disable it, a day less does not', async () => {
    const failingFor = (interval: string) =>
      sql('update webhook_endpoint set failing_since = now() - $2::interval where id = $1', endpointId, interval)
    await fail(1)
    await failingFor('4 days')
    await fail(1)
    expect((await endpoint()).disabledAt).toBeNull()
    await failingFor('5 days 1 second')
    await fail(1)
    expect((await endpoint()).disabledReason).toMatch(/failed for 5 days/)
  })

  test('a reply to it is Failed at once, held, and not due', async () => {
    await disable()
    const [stored] = await store('a')
    expect(stored).toMatchObject({ status: 'Failed', wakeEndpointId: null })
    expect(await delivery(stored?.id ?? '')).toMatchObject({ dueAt: null, isHeld: true })
  })

  test.each([
    ['enabling it', () => enableEndpoint(database.db, accountId, { kind: 'reply', actor: 'cli' })],
    [
      'saving its URL again',
      () =>
        saveEndpoint(database.db, secretsKey, accountId, {
          kind: 'reply',
          url: 'https://example.com/new',
          actor: 'cli',
        }),
    ],
  ])('%s releases what was held, in order', async (_how, release) => {
    await store('a', 'b')
    await disable()
    await holdDeliveries(database.db, endpointId)
    await store('a', 'b')
    expect(await claim()).toEqual([])
    await release()
    const seen: [string, number][] = []
    for (let left = await claim(1); left.length > 0; left = await claim(1)) {
      seen.push(...bodies(left).map(({ toId, sequence }): [string, number] => [toId, sequence]))
      await settle(...left.map((each) => outcome(each, true)))
    }
    expect(seen).toHaveLength(4)
    for (const who of ['a', 'b']) expect(seen.filter(([toId]) => toId === who).map(([, n]) => n)).toEqual([1, 2])
    expect(seen.slice(0, 2).map(([, n]) => n)).toEqual([1, 1])
  })

  test('saving the URL of one that fails makes scheduled retries due at once', async () => {
    const [stored] = await store('a')
    await settle(outcome({ id: stored?.id ?? '' }, false, { retryInMs: 3_600_000 }))
    expect(await claim()).toEqual([])
    await saveEndpoint(database.db, secretsKey, accountId, {
      kind: 'reply',
      url: 'https://example.com/fixed',
      actor: 'cli',
    })
    expect(await claim()).toHaveLength(1)
  })

  test('what was stored as held while it was being enabled is found and released', async () => {
    const [stored] = await store('a')
    await sql('update delivery set is_held = true, due_at = null where id = $1', stored?.id)
    expect(await findDueEndpoints(database.db)).toContain(endpointId)
    expect(await claim()).toHaveLength(1)
  })

  test('what was stored as due while it was being disabled is held', async () => {
    const [stored] = await store('a')
    await disable()
    expect(await findDueEndpoints(database.db)).toContain(endpointId)
    expect(await claim()).toEqual([])
    await holdDeliveries(database.db, endpointId)
    expect(await delivery(stored?.id ?? '')).toMatchObject({ isHeld: true, dueAt: null })
  })

  test('a post that was under way when it was disabled may still succeed', async () => {
    const [stored] = await store('a')
    const id = stored?.id ?? ''
    await claim()
    await disable()
    await holdDeliveries(database.db, endpointId)
    await settle(outcome({ id }, true))
    expect(await delivery(id)).toMatchObject({ isHeld: false, deliveredAt: expect.any(Date) })
    expect((await message(id)).status).toBe('Sent')
  })
})

describe('a replay', () => {
  const again = (what: Parameters<typeof replay>[2]['what']) =>
    replay(database.db, accountId, { kind: 'reply', what, actor: 'cli' })

  test('has a new webhook-id and the same message', async () => {
    const [stored] = await store('a')
    const messageId = stored?.id ?? ''
    const [first] = await claim()
    await settle(outcome({ id: messageId }, true))
    expect(await again({ messageId })).toEqual({ replayed: 1 })
    const [second] = await claim()
    expect(second?.id).not.toBe(first?.id)
    expect(second?.body).toBe(first?.body)
  })

  test('that fails does not make a Sent message Failed', async () => {
    const [stored] = await store('a')
    const messageId = stored?.id ?? ''
    await settle(outcome({ id: messageId }, true))
    await again({ messageId })
    const [second] = await claim()
    await settle(outcome({ id: second?.id ?? '', messageId }, false, { statusCode: 410 }))
    expect(await message(messageId)).toMatchObject({ status: 'Sent', error: null })
  })

  test('takes the place of the retries that remained', async () => {
    const [stored] = await store('a')
    const messageId = stored?.id ?? ''
    await settle(outcome({ id: messageId }, false))
    await again({ messageId })
    expect((await delivery(messageId)).dueAt).toBeNull()
    const [second] = await claim()
    await settle(outcome({ id: second?.id ?? '', messageId }, true))
    expect((await message(messageId)).status).toBe('Sent')
  })

  test('of all that failed since a time takes those and no others', async () => {
    const stored = await store('old', 'failed', 'sent', 'pending')
    const [old, failed, sent] = stored.map(({ id }) => ({ id }))
    if (!old || !failed || !sent) throw new Error('four were stored')
    await settle(outcome(old, false), outcome(failed, false), outcome(sent, true))
    await sql(`update message set accepted_at = now() - interval '2 hours' where id = $1`, old.id)
    expect(await again({ failedSince: new Date(Date.now() - 3_600_000) })).toEqual({ replayed: 1 })
    const replays = await database.db.prisma.delivery.findMany({ where: { accountId, isReplay: true } })
    expect(replays).toMatchObject([{ messageId: failed.id, dueAt: expect.any(Date) }])
  })

  test('works for a message that was stored before there was a URL', async () => {
    const account = await makeAccount(database.db)
    const [stored] = await storeReplies(database.db, account.accountId, ['a'])
    expect(stored).toMatchObject({ status: 'Failed', wakeEndpointId: null })
    const messageId = stored?.id ?? ''
    const input = { kind: 'reply' as const, what: { messageId }, actor: 'cli' }
    await expect(replay(database.db, account.accountId, input)).rejects.toThrow(/No webhook URL is saved/)
    await saveEndpoint(database.db, secretsKey, account.accountId, {
      kind: 'reply',
      url: 'https://example.com/',
      actor: 'cli',
    })
    expect(await replay(database.db, account.accountId, input)).toEqual({ replayed: 1 })
    const due = { accountId: account.accountId, messageId, dueAt: { not: null } }
    expect(await database.db.prisma.delivery.count({ where: due })).toBe(1)
  })

  test('of a message of another account is refused', async () => {
    const other = await makeEndpoint(database.db, 'https://example.com/other')
    const [stored] = await storeReplies(database.db, other.accountId, ['a'])
    await expect(again({ messageId: stored?.id ?? '' })).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' })
  })

  test('to a disabled endpoint is refused with what to do', async () => {
    const [stored] = await store('a')
    await sql('update webhook_endpoint set disabled_at = now() where id = $1', endpointId)
    await expect(again({ messageId: stored?.id ?? '' })).rejects.toThrow(/disabled; save its URL again/)
  })
})

describe('an event that is not a message', () => {
  const payload = { type: 'subaccount.auto_recharge', idempotency_key: 'k1' }
  const owe = (id: string, owner: string) =>
    inTransaction(database.db, (client) => oweEvent(client, { id, accountId: owner, kind: 'auto_recharge', payload }))

  test('is owed once to the endpoint of its kind, and is posted as it was given', async () => {
    const agency = await makeEndpoint(database.db, 'https://example.com/recharge', 'auto_recharge')
    const id = randomUUID()
    expect(await owe(id, agency.accountId)).toEqual({ wakeEndpointId: agency.endpointId })
    expect(await owe(id, agency.accountId)).toEqual({ wakeEndpointId: null })
    const claimed = await claimDeliveries(database.db, agency.endpointId, 10)
    expect(bodies(claimed.deliveries)).toEqual([payload])
    await settle(outcome({ id }, false, { endpointId: agency.endpointId, retryInMs: null }))
    const failedSince = new Date(Date.now() - 60_000)
    const input = { kind: 'auto_recharge' as const, what: { failedSince }, actor: 'cli' }
    expect(await replay(database.db, agency.accountId, input)).toEqual({ replayed: 1 })
  })

  test('is owed to nobody where no URL is saved', async () => {
    expect(await owe(randomUUID(), accountId)).toEqual({ wakeEndpointId: null })
  })
})
