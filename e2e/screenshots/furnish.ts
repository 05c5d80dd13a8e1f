import { NewCampaign } from '@parley/contracts/campaigns'
import { readId } from '@parley/contracts/ids'
import { createAccount } from '@parley/data/accounts/create-account'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import { createCannedReply } from '@parley/data/canned-replies/canned-replies'
import { setRechargeRule } from '@parley/data/credits/set-recharge-rule'
import { connectDb, type Db } from '@parley/data/db'
import { seedAccount } from '@parley/data/demo/seed-account'
import { createList } from '@parley/data/lists/create-list'
import type { Stack } from '../testing/start-stack.ts'

const actor = 'cli'
const team = ['Grace Okafor', 'Jonas Weber'] as const
const shops = [
  { name: 'Harbour Bikes Hamburg', credits: 4_200, perDay: 96 },
  { name: 'Harbour Bikes Porto', credits: 2_650, perDay: 61 },
  { name: 'Velo Kaya', credits: 1_480, perDay: 44 },
  { name: 'Cargo & Co', credits: 890, perDay: 35 },
  { name: 'Pedal Nairobi', credits: 60, perDay: 22 },
] as const

/** Turns the accounts that `npm start` makes into a shop and an agency that have been at work for months. */
export async function furnish(stack: Stack): Promise<void> {
  const db = connectDb(stack.databaseUrl)
  try {
    const accountId = readId('account', stack.accounts.agency.id) ?? ''
    await nameAccount(db, accountId, { name: 'Harbour Bikes', owner: 'Mara Lindqvist' })
    for (const name of team) await addTeammate(db, accountId, name)
    await seedAccount(db, accountId, { contacts: 9_000, messages: 100_000 })
    await addCampaigns(db, accountId)
    await addLists(db, accountId)
    await createCannedReply(db, accountId, { shortcut: 'thanks', body: 'Thank you for your patience!' })
    await createCannedReply(db, accountId, { shortcut: 'label', body: 'I have sent you a new return label by e-mail.' })
    for (const shop of shops) await addShop(db, accountId, shop)
  } finally {
    await db.close()
  }
}

async function nameAccount(db: Db, id: string, { name, owner }: { name: string; owner: string }): Promise<void> {
  const { ownerId } = await db.prisma.account.update({ where: { id }, data: { name } })
  await db.prisma.user.update({ where: { id: ownerId }, data: { name: owner } })
}

async function addTeammate(db: Db, accountId: string, name: string): Promise<void> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
  const { id: userId } = await db.prisma.user.create({ data: { email, name } })
  await db.prisma.membership.create({ data: { accountId, userId, role: 'agent' } })
}

async function addCampaigns(db: Db, accountId: string): Promise<void> {
  const campaigns = [
    { name: 'Workshop', keywords: ['repair', 'service', 'gears'], fallback: 'A mechanic will write to you shortly.' },
    { name: 'Leasing for companies', keywords: ['leasing', 'company'], fallback: 'Our leasing team gets back to you.' },
  ]
  for (const campaign of campaigns) {
    const knowledge = [{ question: 'Which brakes do you service?', answer: 'Disc and rim brakes of all makers.' }]
    const input = { ...campaign, engine: 'knowledge', instructions: 'Be brief and friendly.', knowledge }
    await createCampaign(db, accountId, NewCampaign.parse(input))
  }
}

async function addLists(db: Db, accountId: string): Promise<void> {
  for (const [name, every] of [
    ['Spring sale', 3],
    ['Service customers', 5],
  ] as const) {
    const { id } = await createList(db, accountId, { name })
    await db.pool.query(
      `insert into list_contact (list_id, contact_id)
       select $1, id from contact where account_id = $2 and hashtext(id::text) % $3 = 0`,
      [id, accountId, every],
    )
  }
}

/** A sub-account with a ledger of the last month, which adds up as every ledger does. */
async function addShop(db: Db, agencyId: string, shop: (typeof shops)[number]): Promise<void> {
  const email = `${shop.name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`
  const granted = shop.credits + [...days()].reduce((sum, day) => sum + usedOn(shop.perDay, day), 0)
  const input = { kind: 'sub_account', email, name: shop.name, agencyId, credits: String(granted), actor } as const
  const { id } = await createAccount(db, input)
  let [number, balance] = [1, granted]
  for (const day of days()) {
    balance -= usedOn(shop.perDay, day)
    number += 1
    await db.pool.query(
      `insert into credit_entry (account_id, number, kind, amount, balance_after, description, actor, key_scope, created_at)
       values ($1, $2, 'spend', $3, $4, 'Bot replies', 'system', $1, now() - $5 * interval '1 day')`,
      [id, number, -usedOn(shop.perDay, day), balance, day],
    )
  }
  await db.pool.query('update credit_balance set balance = $2, entry_count = $3 where account_id = $1', [
    id,
    balance,
    number,
  ])
  await setRechargeRule(db, agencyId, id, { threshold: '100', amount: '1000', enabled: true }, actor)
}

const days = () => Array.from({ length: 30 }, (_, index) => 29 - index)
const usedOn = (perDay: number, day: number): number => Math.round(perDay * (1 + 0.35 * Math.sin(day * 1.7)))
