import { showId } from '@parley/contracts/ids'
import { applyStoredBatch } from '@parley/data/credits/apply-batch'
import { openBatch } from '@parley/data/credits/open-batch'
import { applyGrantGroup } from '@parley/data/pipeline/apply-grant-group'
import { runWorker } from '@parley/queues/run-worker'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import type { Worker } from 'bullmq'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useConsole, type Visitor } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const console = useConsole(database)
let agency: TestAgency
let account: string
let owner: Visitor
let ownerId: string
let worker: Worker

beforeAll(async () => {
  const { db } = database
  agency = await createAgency(db)
  const { email, userId } = await addMember(db, agency.id, 'owner')
  ownerId = userId
  owner = await console.logIn(email)
  worker = await runWorker(console.queues, {
    queue: 'credits',
    concurrency: 2,
    handlers: {
      'grants.apply': ({ grants }) => applyGrantGroup(db, grants),
      'batch.apply': ({ batchId }) => applyStoredBatch(db, batchId),
    },
  })
})
afterAll(() => worker.close())
beforeEach(async () => {
  agency = await createAgency(database.db, 3)
  account = showId('account', agency.id)
  await database.db.prisma.membership.create({ data: { accountId: agency.id, userId: ownerId, role: 'owner' } })
})
const nth = (at: number) => {
  const { id, email } = agency.subAccounts[at] ?? { id: '', email: '' }
  return { email, subAccount: showId('account', id) }
}
const grant = (email: string, amount: number, key: string) =>
  owner('POST /agency/grants', { account, body: { email, amount, idempotency_key: key } })

test('a grant is in the history, counts in the totals, and is made once however often it is sent', async () => {
  const { email, subAccount } = nth(0)
  const answers = await Promise.all([grant(email, 12.5, 'same'), grant(email, 12.5, 'same')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await owner('GET /agency', { account })).json()).toMatchObject({ subAccounts: 3, balance: 12.5 })
  const { items } = (
    await owner('GET /agency/sub-accounts/:subAccount/transactions', { account, params: { subAccount } })
  ).json()
  expect(items).toMatchObject([{ kind: 'grant', amount: 12.5, balanceAfter: 12.5 }])
})

test('of a grant that was used in part, only what is left can be taken back', async () => {
  const { email, subAccount } = nth(0)
  await grant(email, 10, 'k')
  const transactions = { account, params: { subAccount } }
  const { items } = (await owner('GET /agency/sub-accounts/:subAccount/transactions', transactions)).json()
  const [{ id: grant_id }] = items as unknown as [{ id: string }]
  const tooMuch = await owner('POST /agency/revocations', { account, body: { grant_id, amount: 11 } })
  expect(tooMuch.status).toBe(400)
  const revoked = await owner('POST /agency/revocations', { account, body: { grant_id } })
  expect(revoked.json()).toEqual({ creditsRevoked: 10, newBalance: 0 })
})

test('a file is looked at without a trace, then granted with a report of every row', async () => {
  const csv = `email;amount;description\n${nth(0).email};5;=SUM(A1)\nnobody@example.com;5;\n${nth(1).email};much;\n`
  const preview = await owner('POST /agency/batches/preview', { account, body: { csv } })
  expect(preview.json()).toMatchObject({ size: 3, granted: 1, failed: 2, credits: 5 })
  expect((await owner('GET /agency', { account })).json()).toMatchObject({ balance: 0 })

  const body = { csv, key: crypto.randomUUID() }
  const started = await owner('POST /agency/batches', { account, body })
  const batch = { account, params: { batch: String(started.json().id) } }
  const state = async () => (await owner('GET /agency/batches/:batch', batch)).json()
  await until(async () => (await state()).state === 'done')
  expect(await state()).toMatchObject({ size: 3, decided: 3, granted: 1, failed: 2 })
  const report = (await owner('GET /agency/batches/:batch/results.csv', batch)).text.trim().split('\r\n')
  expect(report).toHaveLength(4)
  expect(report[1]).toBe(`2,${nth(0).email},5,'=SUM(A1),granted,5,`)
  expect(report[2]).toContain('nobody@example.com,5,,error,')

  await owner('POST /agency/batches', { account, body })
  await until(async () => (await console.queues.queue('credits').getJobCounts('wait', 'active')).active === 0)
  expect((await owner('GET /agency', { account })).json()).toMatchObject({ balance: 5 })
})

test('a batch whose wake-up was lost gets on while somebody watches it', async () => {
  const grants = [{ email: nth(0).email, amount: '7' }]
  const { id: batchId } = await openBatch(database.db, agency.id, { grants }, 'user:x')
  const batch = { account, params: { batch: showId('grantBatch', batchId) } }
  await until(async () => (await owner('GET /agency/batches/:batch', batch)).json().state === 'done')
  expect((await owner('GET /agency', { account })).json()).toMatchObject({ balance: 7 })
})

test('a file without the needed columns is refused with their names', async () => {
  const refused = await owner('POST /agency/batches/preview', { account, body: { csv: 'mail,credits\na@b.c,5\n' } })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('email, amount')
})

test('the export holds every transaction, and the chart every day of the last thirty', async () => {
  const { email, subAccount } = nth(0)
  await grant(email, 3, 'a')
  await grant(email, 4, 'b')
  const file = await owner('GET /agency/sub-accounts/:subAccount/transactions.csv', {
    account,
    params: { subAccount },
  })
  expect(file.text.trim().split('\r\n')).toHaveLength(3)
  const days = (await owner('GET /agency/usage', { account, query: { zone: 'Asia/Kathmandu' } })).json()
  expect(days).toHaveLength(30)
})

test('sub-accounts are made, found, disabled and given a rule that asks at once', async () => {
  const email = `new-${agency.id}@example.com`
  const made = await owner('POST /agency/sub-accounts', { account, body: { email, name: 'Fresh Fish' } })
  expect(made.json()).toMatchObject({ email, apiKey: expect.any(String), password: expect.any(String) })
  const found = await owner('GET /agency/sub-accounts', { account, query: { search: 'fresh f' } })
  expect(found.json().items).toMatchObject([{ email, balance: 0, disabled: false }])

  await owner('PUT /agency/recharge-webhook', { account, body: { url: 'https://example.com/recharge' } })
  const params = { subAccount: String(made.json().id) }
  const body = { threshold: 50, amount: 500 }
  await owner('PUT /agency/sub-accounts/:subAccount/recharge', { account, params, body })
  const [asked] = (await owner('GET /agency/recharges', { account })).json() as unknown as { key: string }[]
  await grant(email, 500, asked?.key ?? '')
  expect((await owner('GET /agency/recharges', { account })).json()).toEqual([])

  await owner('PATCH /agency/sub-accounts/:subAccount', { account, params, body: { disabled: true } })
  expect((await owner('GET /agency', { account })).json()).toMatchObject({ disabled: 1 })
})

test("another agency's sub-accounts, batches and grants do not exist", async () => {
  const { email, subAccount } = nth(0)
  await grant(email, 10, 'k')
  const other = await createAgency(database.db)
  const stranger = await console.logIn((await addMember(database.db, other.id, 'owner')).email)
  const theirs = showId('account', other.id)
  const params = { subAccount }
  const path = 'GET /agency/sub-accounts/:subAccount/transactions'
  expect((await stranger(path, { account: theirs, params })).status).toBe(404)
  expect((await stranger(path, { account, params })).status).toBe(404)
  const body = { email, amount: 5 }
  expect((await stranger('POST /agency/grants', { account: theirs, body })).status).toBe(404)
})

test('an owner of an account that is no agency is refused', async () => {
  const { db } = database
  const { id } = agency.subAccounts[0] ?? { id: '' }
  const visitor = await console.logIn((await addMember(db, id, 'owner')).email)
  const refused = await visitor('GET /agency', { account: showId('account', id) })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('AGENCY_ONLY')])
})
