import { createAgency, type TestAgency } from '@parley/testing/agency'
import { balanceOf, expectSoundLedger } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../in-transaction.ts'
import { grantBatch } from './grant-batch.ts'
import { type Revocation, revokeCredits } from './revoke-credits.ts'
import { spendCredits } from './spend.ts'

describe('revokeCredits', () => {
  const database = useTestDatabase()
  let agency: TestAgency
  let sub: { id: string; email: string }
  let grantId: string
  beforeEach(async () => {
    agency = await createAgency(database.db)
    sub = agency.subAccounts[0] as typeof sub
    grantId = await grant('10')
  })
  afterEach(() => expectSoundLedger(database.db))
  const grant = async (amount: string) => {
    const [made] = await grantBatch(database.db, agency.id, { grants: [{ email: sub.email, amount }] }, 'cli')
    return made?.outcome === 'granted' ? made.entryId : ''
  }
  const revoke = (revocation: Omit<Revocation, 'grantId'> = {}) =>
    revokeCredits(database.db, agency.id, { grantId, ...revocation }, 'key:abcd')

  test('takes back a part and then the rest of a grant, and no more', async () => {
    expect(await revoke({ amount: '2.5', description: 'Too much' })).toMatchObject({
      subAccountId: sub.id,
      creditsRevoked: '2.5',
      newBalance: '7.5',
    })
    await grant('100')
    await expect(revoke({ amount: '7.5001' })).rejects.toMatchObject({
      code: 'INVALID_AMOUNT',
      message: 'Only 7.5 are left of this grant',
    })
    expect(await revoke()).toMatchObject({ creditsRevoked: '7.5', newBalance: '100' })
    await expect(revoke()).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    const entries = await database.db.prisma.creditEntry.findMany({ where: { grantId }, orderBy: { number: 'asc' } })
    expect(entries).toMatchObject([
      { kind: 'revoke', actor: 'key:abcd', description: 'Too much' },
      { kind: 'revoke', actor: 'key:abcd', description: null },
    ])
  })

  test('never takes back what was spent', async () => {
    await inTransaction(database.db, (client) =>
      spendCredits(client, { accountId: sub.id, amount: '8', messageId: crypto.randomUUID() }),
    )
    await expect(revoke({ amount: '2.0001' })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(await revoke()).toMatchObject({ creditsRevoked: '2', newBalance: '0' })
  })

  test('takes back once under a key, however many ask at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => revoke({ amount: '4', idempotencyKey: 'k' })))
    expect(new Set(answers.map(({ entryId }) => entryId)).size).toBe(1)
    expect(await balanceOf(database.db, sub.id)).toBe('6')
    await expect(revoke({ amount: '5', idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('leaves the grants of others alone', async () => {
    const other = await createAgency(database.db)
    await expect(revokeCredits(database.db, other.id, { grantId }, 'cli')).rejects.toMatchObject({
      code: 'GRANT_NOT_FOUND',
    })
  })
})
