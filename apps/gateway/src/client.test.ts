import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as Api from '@parley/client/parley'
import { Parley, ParleyError } from '@parley/client/parley'
import * as contacts from '@parley/contracts/contacts'
import { showId } from '@parley/contracts/ids'
import * as incoming from '@parley/contracts/incoming-message'
import type { MessagePassport } from '@parley/contracts/messages'
import type { Replies } from '@parley/contracts/replies'
import type { SendMessage, SendMessageAnswer } from '@parley/contracts/send-message'
import type * as subaccounts from '@parley/contracts/subaccounts'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeAll, describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })
let agency: Awaited<ReturnType<typeof gateway.newAccount>>
let parley: Parley
let baseUrl: string

beforeAll(async () => {
  agency = await gateway.newAccount({ kind: 'agency', rateLimitPerMinute: 100_000 })
  baseUrl = `${gateway.origin}/v1`
  parley = new Parley({ baseUrl, apiKey: agency.apiKey })
})

const message = (messageSid: string): Api.IncomingMessage => ({
  customData: { messageSid, fromId: 'user-1', toId: 'shop', body: 'Hello' },
})

test('every endpoint has its method', async () => {
  const contact = await parley.contacts.create({ phone: '+49 30 901820', email: 'ada+1@example.com' })
  expect(await parley.contacts.find({ phoneNumber: '+4930901820' })).toMatchObject({ contactId: contact.id })
  expect(await parley.contacts.find({ email: 'ADA+1@example.com' })).toMatchObject({ contactId: contact.id })
  const list = showId('list', (await createList(database.db, agency.id, { name: 'Customers' })).id)
  expect(await parley.lists.add(list, contact.id)).toMatchObject({ listId: list })
  expect(await parley.lists.remove(list, contact.id)).toMatchObject({ listId: list })
  expect(await parley.contacts.erase(contact.id)).toMatchObject({ contactId: contact.id })

  const { messageId } = await parley.incoming.post(message('one'))
  expect((await parley.incoming.batch([message('one')])).results).toEqual([{ success: true, messageId }])
  const sent = await parley.messages.send({ fromId: 'user-2', customChannel: 'chat', body: 'Hi' })
  expect(await parley.messages.get(sent.messageId)).toMatchObject({ direction: 'outgoing' })
  const { replies } = await until(async () => {
    const page = await parley.messages.replies({ limit: 10 })
    return page.replies.length > 0 && page
  })
  expect(replies).toMatchObject([{ messageId: sent.messageId }])

  const email = `${crypto.randomUUID()}@example.com`
  const sub = await parley.subAccounts.create({ email })
  expect(await parley.subAccounts.grant({ email, amount: 5 })).toMatchObject({ new_balance: 5 })
  expect(await parley.subAccounts.grantBatch({ grants: [{ email, amount: 1 }] })).toMatchObject({ granted: 1 })
  const { transactions } = await parley.subAccounts.transactions(sub.sub_account_id)
  const revoked = await parley.subAccounts.revoke({ grant_id: transactions[0]?.id ?? '' })
  expect(revoked).toMatchObject({ credits_revoked: 1, new_balance: 5 })
  const rule = await parley.subAccounts.setAutoRecharge(sub.sub_account_id, { threshold: 1, amount: 10 })
  expect(rule).toMatchObject({ enabled: true })
  expect((await parley.subAccounts.list({ limit: 1 })).sub_accounts).toMatchObject([{ email, credit_balance: 5 }])
})

test('both shapes of refusal become one error', async () => {
  const coded = await parley.contacts.find({ email: 'nobody@example.com' }).catch((error: unknown) => error)
  expect(coded).toBeInstanceOf(ParleyError)
  expect(coded).toMatchObject({ status: 404, code: 'CONTACT_NOT_FOUND', requestId: expect.any(String) })
  const empty = { customData: { ...message('two').customData, body: ' ' } }
  const sentence = await parley.incoming.post(empty).catch((error: unknown) => error)
  expect(sentence).toMatchObject({ status: 400, code: null, message: 'customData.body must not be empty' })
})

describe('what is not taken is sent again', () => {
  /** The real service, behind a line that first does what it is told. */
  const shaky = (...faults: (() => Response)[]) => {
    const calls: Request[] = []
    const shakyFetch: typeof fetch = async (input, init) => {
      calls.push(new Request(input, init))
      const fault = faults.shift()
      return fault ? fault() : fetch(input, init)
    }
    return { calls, parley: new Parley({ baseUrl, apiKey: agency.apiKey, fetch: shakyFetch }) }
  }
  const busy = (status: number, body: object = {}) =>
    new Response(JSON.stringify(body), { status, headers: { 'retry-after': '0' } })
  const cut = (): Response => {
    throw new TypeError('fetch failed')
  }

  test('after 429 and 503, and under one key, so that a grant whose answer was lost is made once', async () => {
    const { calls, parley: client } = shaky(
      () => busy(429),
      () => busy(503),
      cut,
    )
    const email = `${crypto.randomUUID()}@example.com`
    await gateway.newAccount({ kind: 'sub_account', agencyId: agency.id, email })
    expect(await client.subAccounts.grant({ email, amount: 5 })).toMatchObject({ new_balance: 5 })
    expect(new Set(calls.map((call) => call.headers.get('idempotency-key'))).size).toBe(1)
    expect(calls).toHaveLength(4)
  })

  test('but not what was refused for good, nor what might do harm twice', async () => {
    const refused = shaky(() => busy(400))
    await expect(refused.parley.incoming.post(message('three'))).rejects.toMatchObject({ status: 400 })
    const lost = shaky(cut)
    await expect(lost.parley.contacts.erase('con_1')).rejects.toThrow('fetch failed')
    expect([refused.calls.length, lost.calls.length]).toEqual([1, 1])
  })

  test('and after the last retry the refusal is told', async () => {
    const client = new Parley({ baseUrl, apiKey: agency.apiKey, maxRetries: 2, fetch: async () => busy(503) })
    await expect(client.messages.replies()).rejects.toMatchObject({ status: 503, retryAfterS: 0 })
  })
})

describe('incoming.stream()', () => {
  test('batches what is written, holds the writer back, and tells the result of each in order', async () => {
    const sids = Array.from({ length: 1_234 }, (_, at) => `stream-${at}`)
    const seen: string[] = []
    const sizes: number[] = []
    const counting: typeof fetch = async (input, init) => {
      sizes.push(JSON.parse(String(init?.body)).messages.length)
      return fetch(input, init)
    }
    const stream = new Parley({ baseUrl, apiKey: agency.apiKey, fetch: counting }).incoming.stream({
      batchSize: 100,
      concurrency: 2,
      onResult: (result, { customData }) => result.success && seen.push(customData.messageSid ?? ''),
    })
    for (const sid of sids) await stream.write(message(sid))
    // Never more on its way than two batches, and never more waiting than one.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1_234 - 100 - 1)
    await stream.end()
    expect(seen).toEqual(sids)
    expect(Math.max(...sizes)).toBe(100)
  })

  test('a message that is no good is told, and the others go on', async () => {
    const results: boolean[] = []
    const stream = parley.incoming.stream({ onResult: ({ success }) => void results.push(success) })
    await stream.write(message('good-1'))
    await stream.write({ customData: { ...message('bad').customData, body: '' } })
    await stream.write(message('good-2'))
    await stream.end()
    expect(results).toEqual([true, false, true])
  })

  test('when the service refuses altogether, writer and end are told', async () => {
    const stream = new Parley({ baseUrl, apiKey: 'pk_wrong' }).incoming.stream()
    await stream.write(message('lost'))
    await expect(stream.end()).rejects.toMatchObject({ status: 401 })
    await expect(stream.write(message('lost'))).rejects.toMatchObject({ status: 401 })
  })
})

test('the types are those of the contracts', () => {
  type Out<Schema extends z.ZodType> = z.output<Schema>
  expectTypeOf<Api.Contact>().toEqualTypeOf<contacts.Contact>()
  expectTypeOf<Api.FoundContact>().toExtend<Out<typeof contacts.FoundContact>>()
  expectTypeOf<Api.ListChange>().toEqualTypeOf<Out<typeof contacts.ListChange>>()
  expectTypeOf<Api.NewContact>().toExtend<contacts.NewContact>()
  expectTypeOf<Api.OutgoingMessage>().toExtend<SendMessage['customData']>()
  expectTypeOf<Api.SentMessage>().toEqualTypeOf<Out<typeof SendMessageAnswer>>()
  expectTypeOf<Api.IncomingMessage>().toExtend<incoming.IncomingMessage>()
  expectTypeOf<Api.AcceptedMessage>().toEqualTypeOf<Out<typeof incoming.IncomingMessageAnswer>>()
  expectTypeOf<Api.BatchAnswer>().toEqualTypeOf<incoming.IncomingBatchAnswer>()
  expectTypeOf<Out<typeof MessagePassport>>().toExtend<Api.Message>()
  expectTypeOf<Api.RepliesPage>().toEqualTypeOf<Out<typeof Replies>>()
  expectTypeOf<Api.Granted>().toEqualTypeOf<Out<typeof subaccounts.GrantAnswer>>()
  expectTypeOf<Api.GrantBatchAnswer>().toEqualTypeOf<Out<typeof subaccounts.GrantBatchAnswer>>()
  expectTypeOf<Api.Revoked>().toEqualTypeOf<Out<typeof subaccounts.RevokeAnswer>>()
  expectTypeOf<Api.CreatedSubAccount>().toEqualTypeOf<Out<typeof subaccounts.CreatedSubAccount>>()
  expectTypeOf<Api.SubAccountsPage>().toEqualTypeOf<Out<typeof subaccounts.SubAccounts>>()
  expectTypeOf<Api.TransactionsPage>().toEqualTypeOf<Out<typeof subaccounts.Transactions>>()
  expect(contacts.NewContact.safeParse({ phone: '+1' } satisfies Api.NewContact).success).toBe(true)
  expect(incoming.IncomingMessage.safeParse(message('typed')).success).toBe(true)
})

test('the built package runs by itself, without the rest of the house', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'client-'))
  onTestFinished(() => rm(outDir, { recursive: true, force: true }))
  const root = join(import.meta.dirname, '../../..')
  await promisify(execFile)(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', 'packages/client/tsconfig.build.json', '--outDir', outDir],
    { cwd: root },
  )
  const built = (await import(pathToFileURL(join(outDir, 'parley.js')).href)) as { Parley: typeof Parley }
  const client = new built.Parley({ baseUrl, apiKey: agency.apiKey })
  expect(await client.messages.replies({ limit: 1 })).toMatchObject({ hasMore: expect.any(Boolean) })
})
