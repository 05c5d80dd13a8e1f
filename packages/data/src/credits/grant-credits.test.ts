import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { grantCredits } from './grant-credits.ts'

describe('grantCredits', () => {
  const database = useTestDatabase()
  let accountId: string
  beforeEach(async () => {
    const email = `${crypto.randomUUID()}@example.com`
    accountId = (await createAccount(database.db, { kind: 'standard', email, actor: 'cli' })).id
  })
  const grant = (amount: string) => grantCredits(database.db, accountId, { amount, actor: 'cli' })

  test('adds exactly: 0.1 and 0.2 are 0.3', async () => {
    await grant('0.1')
    expect((await grant('0.2')).balance).toBe('0.3')
    expect((await grant('999999999.9999')).balance).toBe('1000000000.2999')
  })

  test('loses none of many grants at once, and every entry knows its running balance', async () => {
    await Promise.all(Array.from({ length: 20 }, () => grant('1.0001')))
    const entries = await database.db.prisma.creditEntry.findMany({ where: { accountId } })
    const running = entries.map(({ balanceAfter }) => balanceAfter.toNumber()).sort((a, b) => a - b)
    expect(running).toEqual(Array.from({ length: 20 }, (_, at) => Number(((at + 1) * 1.0001).toFixed(4))))
    const { balance } = await database.db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId } })
    expect(balance.toString()).toBe('20.002')
  })

  test.each(['0', '0.0000', '-1', '', 'ten', 'NaN', '1e3', '1e309', '0.00001', '1000000000.0001', ' 1', '1,5'])(
    'refuses %j and writes nothing',
    async (amount) => {
      await expect(grant(amount)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
      expect(await database.db.prisma.creditEntry.count({ where: { accountId } })).toBe(0)
    },
  )

  test('refuses an unknown account', async () => {
    accountId = crypto.randomUUID()
    await expect(grant('1')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
