import { readId, showId } from '@parley/contracts/ids'
import { createAccount } from '@parley/data/accounts/create-account'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import type { Db } from '@parley/data/db'
import { generateKey } from '@parley/data/keys/generate-key'
import { createList } from '@parley/data/lists/create-list'
import { hashPassword } from '@parley/data/users/hash-password'
import { makePassword } from '@parley/data/users/make-password'
import { demoCampaign } from './demo-campaign.ts'
import type { DemoAccount, DemoAccounts } from './quickstart.ts'

const actor = 'system'
const agency = { kind: 'agency', email: 'agency@example.com', name: 'Demo agency', actor } as const
const shop = { kind: 'sub_account', email: 'shop@example.com', name: 'Demo shop', credits: '100', actor } as const

type Credentials = { id: string; userId: string; email: string; apiKey: string; password: string }

/** Whether this is the database in which an earlier run made its accounts. */
export async function hasAccounts(db: Db, { agency, subAccount }: DemoAccounts): Promise<boolean> {
  const ids = [agency, subAccount].map(({ id }) => readId('account', id) ?? '')
  return (await db.prisma.account.count({ where: { id: { in: ids } } })) === ids.length
}

/**
 * An agency and a sub-account with what they need to be tried. Every part that a run killed half-way has made
 * already is kept; only its keys and passwords, which nobody has seen, are made anew.
 */
export async function seedDemo(db: Db): Promise<DemoAccounts> {
  const agencyAccount = (await recoverAccount(db, agency.email)) ?? (await createAccount(db, agency))
  const shopAccount =
    (await recoverAccount(db, shop.email)) ?? (await createAccount(db, { ...shop, agencyId: agencyAccount.id }))
  for (const { id } of [agencyAccount, shopAccount]) {
    if ((await db.prisma.campaign.count({ where: { accountId: id } })) === 0) await createCampaign(db, id, demoCampaign)
    if ((await db.prisma.list.count({ where: { accountId: id } })) === 0)
      await createList(db, id, { name: 'Newsletter' })
  }
  // Whoever runs it on their own machine may see its queues.
  await db.prisma.user.update({ where: { id: agencyAccount.userId }, data: { isOperator: true } })
  return { agency: show(agencyAccount), subAccount: show(shopAccount) }
}

async function recoverAccount(db: Db, email: string): Promise<Credentials | null> {
  const account = await db.prisma.account.findUnique({ where: { email }, select: { id: true, ownerId: true } })
  if (!account) return null
  const { apiKey } = await generateKey(db, account.id, actor)
  const password = makePassword()
  await db.prisma.login.updateMany({
    where: { userId: account.ownerId, provider: 'credential' },
    data: { passwordHash: await hashPassword(password) },
  })
  return { id: account.id, userId: account.ownerId, email, apiKey, password }
}

const show = ({ id, userId, email, password, apiKey }: Credentials): DemoAccount => ({
  id: showId('account', id),
  userId: showId('user', userId),
  email,
  password,
  apiKey,
})
