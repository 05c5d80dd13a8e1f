import { showId } from '@parley/contracts/ids'
import { createAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useConsole } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const console = useConsole(database)

test('a viewer of a quiet account sees every hour of the range, and its credits when it is metered', async () => {
  const { id, subAccounts } = await createAgency(database.db)
  const [shop = { id: '' }] = subAccounts
  const { email, userId } = await addMember(database.db, id, 'viewer')
  await database.db.prisma.membership.create({ data: { accountId: shop.id, userId, role: 'viewer' } })
  const viewer = await console.logIn(email)

  const day = await viewer('GET /overview', { account: showId('account', id) })
  expect(day.json()).toMatchObject({ sent: 0, failed: 0, medianReplyMs: null, waitingForPerson: 0, credits: null })
  expect(day.json().hours).toHaveLength(24)
  const week = await viewer('GET /overview', { account: showId('account', shop.id), query: { range: 'week' } })
  expect(week.json()).toMatchObject({ credits: { balance: 0, used: 0 } })
  expect(week.json().hours).toHaveLength(7 * 24)
})
