import { showId } from '@parley/contracts/ids'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { balanceOf } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCreditsWorker } from '../../testing/run-credits-worker.ts'
import { useGateway } from '../../testing/use-gateway.ts'

describe('granting over HTTP', () => {
  const database = useTestDatabase()
  const gateway = useGateway(database)
  let worker: Awaited<ReturnType<typeof runCreditsWorker>>
  beforeAll(async () => {
    worker = await runCreditsWorker(database.db, gateway.queues)
  })
  afterAll(() => worker.close())

  let agency: TestAgency
  let sub: { id: string; email: string }
  beforeEach(async () => {
    agency = await createAgency(database.db)
    sub = agency.subAccounts[0] as typeof sub
  })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    gateway.ask(`POST /subaccounts${path}`, { key: agency.apiKey, body, headers })
  const grant = (fields: object, headers: Record<string, string> = {}) =>
    post('/credits', { email: sub.email, ...fields }, headers)

  test('answers with the balance, exactly: 0.1 and 0.2 are 0.3', async () => {
    await grant({ amount: 0.1 })
    expect(await grant({ amount: 0.2, description: 'Top-up' })).toMatchObject({
      status: 200,
      body: { success: true, sub_account_id: showId('account', sub.id), credits_added: 0.2, new_balance: 0.3 },
    })
  })

  test.each([
    ['0', 'INVALID_AMOUNT'],
    ['-1', 'INVALID_AMOUNT'],
    ['"5"', 'INVALID_AMOUNT'],
    ['"NaN"', 'INVALID_AMOUNT'],
    ['NaN', 'BAD_REQUEST'],
    ['1e309', 'INVALID_AMOUNT'],
    ['0.00001', 'INVALID_AMOUNT'],
    ['1000000000.0001', 'INVALID_AMOUNT'],
    ['1234567890123', 'INVALID_AMOUNT'],
    ['null', 'INVALID_AMOUNT'],
    ['true', 'INVALID_AMOUNT'],
    ['[1]', 'INVALID_AMOUNT'],
  ])('refuses the amount %s and grants nothing', async (amount, code) => {
    const answer = await post('/credits', `{"email": "${sub.email}", "amount": ${amount}}`)
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } })
    expect(await balanceOf(database.db, sub.id)).toBe('0')
  })

  test.each([
    ['header', (key: string) => grant({ amount: 5 }, { 'idempotency-key': key })],
    ['body', (key: string) => grant({ amount: 5, idempotency_key: key })],
  ])('a key in the %s grants once', async (_, grantWith) => {
    const answers = [await grantWith('order-1'), await grantWith('order-1')]
    expect(answers.map(({ body }) => body.new_balance)).toEqual([5, 5])
    const other = await grant({ amount: 6, idempotency_key: 'order-1' })
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } })
  })

  test('is for agencies, by the key in the header, and for their own sub-accounts', async () => {
    const { apiKey } = await gateway.newAccount()
    const body = { email: sub.email, amount: 1 }
    expect(await gateway.ask('POST /subaccounts/credits', { key: apiKey, body })).toMatchObject({
      status: 403,
      body: { error: { code: 'AGENCY_ONLY' } },
    })
    expect((await gateway.ask(`POST /subaccounts/credits?apiKey=${agency.apiKey}`, { body })).status).toBe(401)
    const other = await createAgency(database.db)
    expect(await gateway.ask('POST /subaccounts/credits', { key: other.apiKey, body })).toMatchObject({
      status: 404,
      body: { error: { code: 'SUBACCOUNT_NOT_FOUND' } },
    })
  })

  test('a batch answers for each grant in order, and a bad one does not spoil the others', async () => {
    const grants = [
      { email: sub.email, amount: 1, idempotency_key: 'a' },
      { email: 'nobody@example.com', amount: 1 },
      { email: sub.email, amount: 0 },
      'none',
      { email: sub.email, amount: 1, idempotency_key: 'a' },
    ]
    const tried = await post('/credits/batch', { grants, dry_run: true })
    expect(await balanceOf(database.db, sub.id)).toBe('0')
    const made = await post('/credits/batch', { grants })
    expect(made.body).toMatchObject({
      success: false,
      granted: 1,
      duplicates: 1,
      failed: 3,
      results: [
        { status: 'granted', sub_account_id: showId('account', sub.id), credits_added: 1, new_balance: 1 },
        { status: 'error', error: { code: 'SUBACCOUNT_NOT_FOUND' } },
        { status: 'error', error: { code: 'INVALID_AMOUNT' } },
        { status: 'error', error: { code: 'BAD_REQUEST' } },
        { status: 'duplicate', new_balance: 1 },
      ],
    })
    expect(tried.body).toEqual(made.body)
  })

  test('an atomic batch with a grant that cannot be read grants nothing', async () => {
    const grants = [{ email: sub.email, amount: 1 }, { email: sub.email }]
    const { body } = await post('/credits/batch', { grants, atomic: true })
    expect(body).toMatchObject({ granted: 0, failed: 2, results: [{ error: { code: 'BATCH_REFUSED' } }, {}] })
    expect(await balanceOf(database.db, sub.id)).toBe('0')
  })
})
