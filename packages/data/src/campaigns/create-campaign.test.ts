import { NewCampaign } from '@parley/contracts/campaigns'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createAccount } from '../accounts/create-account.ts'
import { createCampaign } from './create-campaign.ts'

describe('createCampaign', () => {
  const database = useTestDatabase()
  const newAccountId = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    return (await createAccount(database.db, { kind: 'standard', email, actor: 'cli' })).id
  }
  let accountId: string
  beforeEach(async () => {
    accountId = await newAccountId()
  })
  const create = (input: z.input<typeof NewCampaign>, id = accountId) =>
    createCampaign(database.db, id, NewCampaign.parse(input))
  const defaults = (id = accountId) =>
    database.db.prisma.campaign.findMany({ where: { accountId: id, isDefault: true }, select: { name: true } })

  test('keeps the settings and the knowledge in its order', async () => {
    const knowledge = Array.from({ length: 300 }, (_, at) => ({ question: `q${at}`, answer: `a${at}` }))
    const { id } = await create({ name: 'Shop', keywords: ['buy', ' order '], quietMs: 0, fallback: 'Hm', knowledge })
    const campaign = await database.db.prisma.campaign.findUniqueOrThrow({
      where: { id },
      include: { knowledge: { orderBy: { position: 'asc' } } },
    })
    expect(campaign).toMatchObject({ keywords: ['buy', 'order'], quietMs: 0, fallback: 'Hm', version: 1, active: true })
    expect(campaign.knowledge.map(({ question, answer }) => ({ question, answer }))).toEqual(knowledge)
  })

  test('takes the default from the campaign that had it, and raises its version', async () => {
    const first = await create({ name: 'First', isDefault: true })
    await create({ name: 'Second', isDefault: true })
    expect(await defaults()).toEqual([{ name: 'Second' }])
    const before = await database.db.prisma.campaign.findUniqueOrThrow({ where: { id: first.id } })
    expect(before.version).toBe(first.version + 1)
  })

  test('leaves one default when several are created at once, and none of another account touched', async () => {
    const other = await newAccountId()
    await create({ name: 'Theirs', isDefault: true }, other)
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => create({ name, isDefault: true })))
    expect(await defaults()).toHaveLength(1)
    expect(await defaults(other)).toEqual([{ name: 'Theirs' }])
  })

  test('refuses a name that is taken, and leaves the default where it was', async () => {
    await create({ name: 'Shop', isDefault: true })
    await create({ name: 'Help' })
    await expect(create({ name: 'Help', isDefault: true })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(await defaults()).toEqual([{ name: 'Shop' }])
  })

  test('refuses an unknown account', async () => {
    await expect(create({ name: 'Shop' }, crypto.randomUUID())).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
