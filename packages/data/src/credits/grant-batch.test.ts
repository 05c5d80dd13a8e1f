import { createAgency, type TestAgency } from '@parley/testing/agency'
import { balanceOf, expectSoundLedger } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyStoredBatch } from './apply-batch.ts'
import { grantBatch, tryBatch } from './grant-batch.ts'
import { type BatchGrant, openBatch } from './open-batch.ts'
import { closeBatch, readBatchProgress, readBatchResults } from './read-batch.ts'

describe('grantBatch', () => {
  const database = useTestDatabase()
  let agency: TestAgency
  let ann: { id: string; email: string }
  let bob: { id: string; email: string }
  beforeEach(async () => {
    agency = await createAgency(database.db, 2)
    ;[ann, bob] = agency.subAccounts as [typeof ann, typeof bob]
  })
  afterEach(() => expectSoundLedger(database.db))

  const grant = (grants: BatchGrant[], options: { atomic?: boolean; idempotencyKey?: string } = {}) =>
    grantBatch(database.db, agency.id, { grants, ...options }, 'key:abcd')
  const outcomes = (results: { outcome: string; code?: string }[]) => results.map((each) => each.code ?? each.outcome)
  const countEntries = () => database.db.prisma.creditEntry.count({ where: { keyScope: agency.id } })

  test('answers in order, with the balance that each grant made', async () => {
    const results = await grant([
      { email: ann.email, amount: '0.1' },
      { email: bob.email, amount: '7', description: 'Welcome' },
      { email: ann.email.toUpperCase(), amount: '0.2' },
      { email: ann.email, amount: '999999999.9999' },
    ])
    expect(results).toEqual([
      expect.objectContaining({ outcome: 'granted', subAccountId: ann.id, creditsAdded: '0.1', newBalance: '0.1' }),
      expect.objectContaining({ outcome: 'granted', subAccountId: bob.id, creditsAdded: '7', newBalance: '7' }),
      expect.objectContaining({ outcome: 'granted', subAccountId: ann.id, creditsAdded: '0.2', newBalance: '0.3' }),
      expect.objectContaining({ outcome: 'granted', newBalance: '1000000000.2999' }),
    ])
    const entry = await database.db.prisma.creditEntry.findFirst({ where: { accountId: bob.id } })
    expect(entry).toMatchObject({ kind: 'grant', description: 'Welcome', actor: 'key:abcd', keyScope: agency.id })
  })

  test('grants under a key once: within a batch, in a later one, and with its first answer', async () => {
    const keyed = { email: ann.email, amount: '5', idempotencyKey: 'order-1' }
    const [first, again, other] = await grant([keyed, keyed, { ...keyed, amount: '6' }])
    expect(first).toMatchObject({ outcome: 'granted', newBalance: '5' })
    expect(again).toEqual({ ...first, outcome: 'duplicate' })
    expect(other).toEqual({ outcome: 'error', code: 'IDEMPOTENCY_CONFLICT' })

    await grant([{ email: ann.email, amount: '1' }])
    expect(
      await grant([
        { ...keyed, amount: '5.00' },
        { ...keyed, email: bob.email },
      ]),
    ).toEqual([
      { ...first, outcome: 'duplicate' },
      { outcome: 'error', code: 'IDEMPOTENCY_CONFLICT' },
    ])
    expect(await balanceOf(database.db, ann.id)).toBe('6')
    expect(await balanceOf(database.db, bob.id)).toBe('0')
  })

  test('keeps the keys of agencies apart', async () => {
    const other = await createAgency(database.db)
    const email = other.subAccounts[0]?.email ?? ''
    await grant([{ email: ann.email, amount: '5', idempotencyKey: 'shared' }])
    const request = { grants: [{ email, amount: '6', idempotencyKey: 'shared' }] }
    expect(outcomes(await grantBatch(database.db, other.id, request, 'cli'))).toEqual(['granted'])
  })

  test('gives every grant a key of its own under the key of the batch', async () => {
    const grants = [
      { email: ann.email, amount: '5' },
      { email: ann.email, amount: '5' },
    ]
    expect(outcomes(await grant(grants, { idempotencyKey: 'march' }))).toEqual(['granted', 'granted'])
    expect(outcomes(await grant(grants, { idempotencyKey: 'march' }))).toEqual(['duplicate', 'duplicate'])
    expect(await balanceOf(database.db, ann.id)).toBe('10')
  })

  test('does not let bad grants spoil good ones', async () => {
    const stranger = await createAgency(database.db)
    const results = await grant([
      { email: 'nobody@example.com', amount: '1' },
      { email: stranger.subAccounts[0]?.email ?? '', amount: '1' },
      { email: ann.email, amount: '0' },
      { email: ann.email, amount: '2' },
    ])
    expect(outcomes(results)).toEqual(['SUBACCOUNT_NOT_FOUND', 'SUBACCOUNT_NOT_FOUND', 'INVALID_AMOUNT', 'granted'])
  })

  test('grants all of an atomic batch or none', async () => {
    const good = { email: ann.email, amount: '1', idempotencyKey: 'a' }
    const bad = { email: 'nobody@example.com', amount: '1' }
    expect(outcomes(await grant([good, bad], { atomic: true }))).toEqual(['BATCH_REFUSED', 'SUBACCOUNT_NOT_FOUND'])
    expect(await countEntries()).toBe(0)
    expect(outcomes(await grant([good, { ...good, idempotencyKey: 'b' }, good], { atomic: true }))).toEqual([
      'granted',
      'granted',
      'duplicate',
    ])
  })

  test.each([false, true])('answers a dry run as it would grant and writes nothing (atomic: %s)', async (atomic) => {
    const keyed = { email: ann.email, amount: '5', idempotencyKey: 'k' }
    const grants = [keyed, keyed, { email: bob.email, amount: '1' }, ...(atomic ? [] : [{ email: 'x', amount: '1' }])]
    const tried = await tryBatch(database.db, agency.id, { grants, atomic }, 'cli')
    expect(await countEntries()).toBe(0)
    expect(await database.db.prisma.grantBatch.count({ where: { agencyId: agency.id } })).toBe(0)
    const withoutIds = (results: object[]) => results.map((result) => ({ ...result, entryId: undefined }))
    expect(withoutIds(tried)).toEqual(withoutIds(await grant(grants, { atomic })))
  })

  test('applies 10,000 in slices whose progress can be seen, and refuses more', async () => {
    const grants = Array.from({ length: 10_000 }, (_, at) => ({
      email: at % 2 ? ann.email : bob.email,
      amount: '0.0001',
    }))
    const seen: number[] = []
    await grantBatch(database.db, agency.id, { grants }, 'cli', (decided) => seen.push(decided))
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.at(-1)).toBe(10_000)
    expect(await balanceOf(database.db, ann.id)).toBe('0.5')
    await expect(grant([...grants, { email: ann.email, amount: '1' }])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('grants once when several runs share a batch, and nothing after it is closed', async () => {
    const grants = Array.from({ length: 6_000 }, () => ({ email: ann.email, amount: '1' }))
    const { id } = await openBatch(database.db, agency.id, { grants }, 'cli')
    await Promise.all([1, 2, 3].map(() => applyStoredBatch(database.db, id)))
    expect(await balanceOf(database.db, ann.id)).toBe('6000')

    const { id: closed } = await openBatch(database.db, agency.id, { grants: grants.slice(0, 2) }, 'cli')
    await closeBatch(database.db, agency.id, closed)
    await applyStoredBatch(database.db, closed)
    expect(await readBatchProgress(database.db, agency.id, closed)).toEqual({ state: 'closed', decided: 0, size: 2 })
    expect(outcomes(await readBatchResults(database.db, agency.id, closed))).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
    expect(await balanceOf(database.db, ann.id)).toBe('6000')
  })

  test('cannot deadlock, whatever the order of its grants', async () => {
    const { subAccounts } = await createAgency(database.db, 0).then(() => agency)
    const rounds = Array.from({ length: 30 }, (_, at) => {
      const order = at % 2 ? subAccounts : subAccounts.toReversed()
      return grant(
        order.map(({ email }, place) => ({ email, amount: '1', idempotencyKey: `${at % 5}-${email}-${place}` })),
      )
    })
    const results = (await Promise.all(rounds)).flat()
    expect(new Set(outcomes(results))).toEqual(new Set(['granted', 'duplicate']))
  })

  test('refuses a balance that is larger than can be held', async () => {
    await database.db.pool.query(
      `with raised as (update credit_balance set balance = 99999999999998, entry_count = 1 where account_id = $1)
       insert into credit_entry (account_id, number, kind, amount, balance_after, actor, key_scope)
       values ($1, 1, 'adjustment', 99999999999998, 99999999999998, 'cli', $1)`,
      [ann.id],
    )
    expect(
      outcomes(
        await grant([
          { email: ann.email, amount: '2' },
          { email: bob.email, amount: '2' },
        ]),
      ),
    ).toEqual(['INVALID_AMOUNT', 'granted'])
    expect(outcomes(await grant([{ email: ann.email, amount: '1' }]))).toEqual(['granted'])
  })
})
