import { readId } from '@parley/contracts/ids'
import { findAccountByKeyHash } from '@parley/data/keys/find-key'
import { hashKey } from '@parley/data/keys/hash-key'
import { verifyPassword } from '@parley/data/users/hash-password'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import type { DemoAccount } from './quickstart.ts'
import { hasAccounts, seedDemo } from './seed-demo.ts'

const database = useTestDatabase()

async function expectUsable(account: DemoAccount): Promise<void> {
  const holder = await findAccountByKeyHash(database.db, hashKey(account.apiKey))
  expect(holder?.accountId).toBe(readId('account', account.id))
  const where = { userId: readId('user', account.userId) ?? '' }
  const login = await database.db.prisma.login.findFirstOrThrow({ where })
  expect(await verifyPassword(account.password, login.passwordHash ?? '')).toBe(true)
}

test('seeding again after a run that was killed gives the same demo, with keys and passwords that work', async () => {
  const { prisma } = database.db
  const first = await seedDemo(database.db)
  await prisma.list.deleteMany()
  const second = await seedDemo(database.db)
  for (const name of ['agency', 'subAccount'] as const) {
    expect(second[name].id).toBe(first[name].id)
    await expectUsable(second[name])
    const accountId = readId('account', second[name].id) ?? ''
    expect(await prisma.list.count({ where: { accountId } })).toBe(1)
    const campaigns = await prisma.campaign.findMany({ where: { accountId } })
    expect(campaigns).toMatchObject([{ isDefault: true, engine: 'knowledge' }])
  }
  const shop = await prisma.account.findUniqueOrThrow({ where: { email: second.subAccount.email } })
  expect(shop.agencyId).toBe(readId('account', second.agency.id))
  const { balance } = await prisma.creditBalance.findUniqueOrThrow({ where: { accountId: shop.id } })
  expect(balance.toNumber()).toBe(100)
})

test('accounts of another database are not taken for the demo of this one', async () => {
  const made = await seedDemo(database.db)
  expect(await hasAccounts(database.db, made)).toBe(true)
  const stranger = { ...made.agency, id: `acc_${'0'.repeat(32)}` }
  expect(await hasAccounts(database.db, { ...made, agency: stranger })).toBe(false)
})
