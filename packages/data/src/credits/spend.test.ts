import { createAgency, type TestAgency } from '@parley/testing/agency'
import { balanceOf, expectSoundLedger } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../in-transaction.ts'
import { grantBatch } from './grant-batch.ts'
import { spendCredits } from './spend.ts'

describe('spendCredits', () => {
  const database = useTestDatabase()
  let agency: TestAgency
  let accountId: string
  beforeEach(async () => {
    agency = await createAgency(database.db)
    const [sub] = agency.subAccounts
    accountId = sub?.id ?? ''
    await grantBatch(database.db, agency.id, { grants: [{ email: sub?.email ?? '', amount: '3' }] }, 'cli')
  })
  afterEach(() => expectSoundLedger(database.db))
  const spend = (amount: string, messageId: string = crypto.randomUUID(), payer = accountId) =>
    inTransaction(database.db, (client) =>
      spendCredits(client, { accountId: payer, amount, messageId, description: 'Bot reply' }),
    )

  test('debits exactly, and says so in the ledger with the message behind it', async () => {
    const messageId = crypto.randomUUID()
    expect(await spend('0.1', messageId)).toBe(true)
    expect(await balanceOf(database.db, accountId)).toBe('2.9')
    const entry = await database.db.prisma.creditEntry.findFirstOrThrow({ where: { messageId } })
    expect(entry).toMatchObject({ kind: 'spend', description: 'Bot reply', actor: 'system', number: 2 })
    expect([entry.amount, entry.balanceAfter].map(String)).toEqual(['-0.1', '2.9'])
  })

  test('does not spend what is not there', async () => {
    expect(await spend('3.0001')).toBe(false)
    expect(await spend('3')).toBe(true)
    expect(await spend('0.0001')).toBe(false)
    expect(await balanceOf(database.db, accountId)).toBe('0')
  })

  test('charges a message once, also when two workers do so at the same time', async () => {
    const messageId = crypto.randomUUID()
    const paid = await Promise.all(Array.from({ length: 8 }, () => spend('1', messageId)))
    expect(new Set(paid)).toEqual(new Set([true]))
    expect(await balanceOf(database.db, accountId)).toBe('2')
  })

  test('never spends a credit twice', async () => {
    const paid = await Promise.all(Array.from({ length: 12 }, () => spend('1')))
    expect(paid.filter(Boolean)).toHaveLength(3)
    expect(await balanceOf(database.db, accountId)).toBe('0')
  })

  test('is undone with the transaction of the caller', async () => {
    const failed = inTransaction(database.db, async (client) => {
      await spendCredits(client, { accountId, amount: '1', messageId: crypto.randomUUID() })
      throw new Error('the reply could not be stored')
    })
    await expect(failed).rejects.toThrow('could not be stored')
    expect(await balanceOf(database.db, accountId)).toBe('3')
  })

  test('charges nobody but sub-accounts, and nothing for what is free', async () => {
    expect(await spend('5', crypto.randomUUID(), agency.id)).toBe(true)
    expect(await spend('0')).toBe(true)
    expect(await database.db.prisma.creditEntry.count({ where: { kind: 'spend', accountId: agency.id } })).toBe(0)
    expect(await balanceOf(database.db, accountId)).toBe('3')
  })
})
