import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { grantCredits } from './grant-credits.ts'

describe('grantCredits', () => {
  const database = useTestDatabase()
  const newAccountId = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    return (await createAccount(database.db, { kind: 'standard', email, actor: 'cli' })).id
  }
  const grant = (accountId: string, amount: string) => grantCredits(database.db, accountId, { amount, actor: 'cli' })

  test('adds exactly: 0.1 and 0.2 are 0.3', async () => {
    const accountId = await newAccountId()
    await grant(accountId, '0.1')
    expect((await grant(accountId, '0.2')).balance).toBe('0.3')
    expect((await grant(accountId, '999999999.9999')).balance).toBe('1000000000.2999')
  })

  test('loses none of many grants at once, and every entry knows its running balance', async () => {
    const accountId = await newAccountId()
    await Promise.all(Array.from({ length: 20 }, () => grant(accountId, '1.0001')))
    const entries = await database.db.prisma.creditEntry.findMany({ where: { accountId } })
    const running = entries.map(({ balanceAfter }) => balanceAfter.toNumber()).sort((a, b) => a - b)
    expect(running).toEqual(Array.from({ length: 20 }, (_, at) => Number(((at + 1) * 1.0001).toFixed(4))))
    const { balance } = await database.db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId } })
    expect(balance.toString()).toBe('20.002')
  })

  test('refuses what is no amount, and writes nothing', async () => {
    const accountId = await newAccountId()
    const amounts = ['0', '0.0000', '-1', '', 'ten', 'NaN', '1e3', '1e309', '0.00001', '1000000000.0001', ' 1', '1,5']
    for (const amount of amounts) {
      await expect(grant(accountId, amount), amount).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    }
    expect(await database.db.prisma.creditEntry.count({ where: { accountId } })).toBe(0)
  })

  test('refuses an unknown account', async () => {
    await expect(grant(crypto.randomUUID(), '1')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
