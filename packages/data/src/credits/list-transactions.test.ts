import { createAgency, type TestAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSubAccountDisabled } from '../accounts/disable-account.ts'
import { listSubAccounts } from '../accounts/list-sub-accounts.ts'
import { listAudit } from '../audit/list-audit.ts'
import type { Page } from '../page.ts'
import { grantBatch } from './grant-batch.ts'
import { listTransactions } from './list-transactions.ts'
import { revokeCredits } from './revoke-credits.ts'
import { setRechargeRule } from './set-recharge-rule.ts'

describe('what an agency can read', () => {
  const database = useTestDatabase()
  let agency: TestAgency
  let sub: { id: string; email: string }
  beforeEach(async () => {
    agency = await createAgency(database.db, 5)
    sub = agency.subAccounts[0] as typeof sub
  })
  const grant = (amounts: string[]) =>
    grantBatch(
      database.db,
      agency.id,
      { grants: amounts.map((amount) => ({ email: sub.email, amount, description: `No ${amount}` })) },
      'key:abcd',
    )

  async function readAll<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
    const items: Item[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await read(cursor)
      items.push(...page.items)
      if (page.nextCursor === null) return items
      cursor = page.nextCursor
    }
  }

  test('pages through the history without a gap or a repeat, the newest first', async () => {
    await grant(['1', '2', '3', '4', '5'])
    const history = await readAll((cursor) => listTransactions(database.db, agency.id, sub.id, { cursor, limit: 2 }))
    expect(history.map(({ number, amount, balanceAfter }) => [number, amount, balanceAfter])).toEqual([
      [5, '5', '15'],
      [4, '4', '10'],
      [3, '3', '6'],
      [2, '2', '3'],
      [1, '1', '1'],
    ])
    expect(history[0]).toMatchObject({ kind: 'grant', description: 'No 5', actor: 'key:abcd', grantId: null })
  })

  test('lists every sub-account once, with its balance and rule', async () => {
    await grant(['1.5'])
    await setRechargeRule(database.db, agency.id, sub.id, { threshold: '1', amount: '2', enabled: false }, 'cli')
    const all = await readAll((cursor) => listSubAccounts(database.db, agency.id, { cursor, limit: 2 }))
    expect(all.map(({ id }) => id).sort()).toEqual(agency.subAccounts.map(({ id }) => id).sort())
    expect(all.find(({ id }) => id === sub.id)).toMatchObject({
      email: sub.email,
      balance: '1.5',
      autoRecharge: { threshold: '1', amount: '2', enabled: false },
      disabledAt: null,
    })
  })

  test('is nothing of another agency', async () => {
    const other = await createAgency(database.db, 0)
    expect(await listSubAccounts(database.db, other.id, { limit: 10 })).toEqual({ items: [], nextCursor: null })
    const refusals = [
      listTransactions(database.db, other.id, sub.id, { limit: 10 }),
      setSubAccountDisabled(database.db, other.id, sub.id, true, 'cli'),
    ]
    for (const refusal of refusals) await expect(refusal).rejects.toMatchObject({ code: 'SUBACCOUNT_NOT_FOUND' })
  })

  test('names who changed what, and when', async () => {
    const [made] = await grant(['5'])
    const grantId = made?.outcome === 'granted' ? made.entryId : ''
    await revokeCredits(database.db, agency.id, { grantId, amount: '1' }, 'user:1')
    await setRechargeRule(database.db, agency.id, sub.id, { threshold: '1', amount: '2', enabled: true }, 'key:abcd')
    await setSubAccountDisabled(database.db, agency.id, sub.id, true, 'cli')
    const audit = await readAll((cursor) => listAudit(database.db, sub.id, { cursor, limit: 1 }))
    expect(audit.map(({ actor, action, detail }) => [actor, action, detail])).toEqual([
      ['cli', 'account.set', { disabled: true }],
      ['key:abcd', 'recharge.set', { threshold: '1', amount: '2', enabled: true }],
      ['user:1', 'credits.revoke', { amount: '-1', balance: '4', description: null }],
      ['key:abcd', 'credits.grant', { amount: '5', balance: '5', description: 'No 5' }],
    ])
  })
})
