import { showId } from '@parley/contracts/ids'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { expectSoundLedger } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSubAccountDisabled } from '../accounts/disable-account.ts'
import { inTransaction } from '../in-transaction.ts'
import { renewRecharges } from '../pipeline/renew-recharges.ts'
import { grantBatch } from './grant-batch.ts'
import { setRechargeRule } from './set-recharge-rule.ts'
import { spendCredits } from './spend.ts'

describe('auto-recharge', () => {
  const database = useTestDatabase()
  let agency: TestAgency
  let sub: { id: string; email: string }
  beforeEach(async () => {
    agency = await createAgency(database.db)
    sub = agency.subAccounts[0] as typeof sub
    await saveEndpoint()
    await grant('10')
  })
  afterEach(() => expectSoundLedger(database.db))

  const saveEndpoint = () =>
    database.db.prisma.webhookEndpoint.create({
      data: { accountId: agency.id, kind: 'auto_recharge', url: 'https://example.com', secretSealed: 'sealed' },
    })
  const grant = async (amount: string, idempotencyKey?: string) =>
    (await grantBatch(database.db, agency.id, { grants: [{ email: sub.email, amount, idempotencyKey }] }, 'cli'))[0]
  const setRule = (threshold: string, amount = '50', enabled = true) =>
    setRechargeRule(database.db, agency.id, sub.id, { threshold, amount, enabled }, 'cli')
  const spend = (amount: string) =>
    inTransaction(database.db, (client) =>
      spendCredits(client, { accountId: sub.id, amount, messageId: crypto.randomUUID() }),
    )
  const requests = () =>
    database.db.prisma.rechargeRequest.findMany({ where: { accountId: sub.id }, orderBy: { createdAt: 'asc' } })
  const states = async () => (await requests()).map(({ state }) => state)
  const events = () => database.db.prisma.delivery.findMany({ where: { accountId: agency.id } })

  test('asks the agency once the balance is below the threshold, and not while it is at it', async () => {
    await setRule('5')
    await spend('5')
    expect(await requests()).toEqual([])
    await spend('0.0001')
    const [request] = await requests()
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ id: request?.id, dueAt: expect.any(Date) })
    expect(event?.payload).toEqual({
      type: 'subaccount.auto_recharge',
      idempotency_key: request?.idempotencyKey,
      sub_account_id: showId('account', sub.id),
      email: sub.email,
      balance: 4.9999,
      threshold: 5,
      recharge_amount: 50,
      createdAt: request?.createdAt.toISOString(),
    })
  })

  test('keeps one request open, however many spend at the same time', async () => {
    await setRule('9.5')
    await Promise.all(Array.from({ length: 8 }, () => spend('1')))
    expect(await states()).toEqual(['open'])
    expect(await events()).toHaveLength(1)
  })

  test('is answered by the grant with its key, which three deliveries of the event make once', async () => {
    await setRule('5')
    await spend('6')
    const [request] = await requests()
    const answers = await Promise.all([1, 2, 3].map(() => grant('50', request?.idempotencyKey)))
    expect(answers.map((answer) => answer?.outcome).sort()).toEqual(['duplicate', 'duplicate', 'granted'])
    expect(await states()).toEqual(['granted'])
    const entries = await database.db.prisma.creditEntry.findMany({
      where: { idempotencyKey: request?.idempotencyKey ?? '' },
    })
    expect(entries.map(({ id }) => id)).toEqual([(await requests())[0]?.entryId])
  })

  test('stays open after a grant without its key, and is raised anew when its grant was too small', async () => {
    await setRule('5')
    await spend('10')
    await grant('1')
    expect(await states()).toEqual(['open'])
    await grant('2', (await requests())[0]?.idempotencyKey)
    expect(await states()).toEqual(['granted', 'open'])
    expect(await events()).toHaveLength(2)
  })

  test('looks when the rule is set, and not when it is switched off', async () => {
    await setRule('20', '50', false)
    expect(await states()).toEqual([])
    await setRule('20')
    expect(await states()).toEqual(['open'])
  })

  test('ends after a day without an answer, and asks again under a new key while the balance is low', async () => {
    await setRule('20')
    await database.db.pool.query(
      `update recharge_request set expires_at = now() - interval '1 s' where account_id = $1`,
      [sub.id],
    )
    expect(await renewRecharges(database.db)).toEqual({ more: false })
    expect(await states()).toEqual(['expired', 'open'])
    await renewRecharges(database.db)
    expect(await states()).toEqual(['expired', 'open'])

    await grant('50')
    await database.db.pool.query(
      `update recharge_request set expires_at = now() - interval '1 s' where account_id = $1 and state = 'open'`,
      [sub.id],
    )
    await renewRecharges(database.db)
    expect(await states()).toEqual(['expired', 'expired'])
  })

  test('waits until the agency has a URL for it, and leaves disabled sub-accounts alone', async () => {
    await database.db.prisma.webhookEndpoint.deleteMany({ where: { accountId: agency.id } })
    await setRule('20')
    await setSubAccountDisabled(database.db, agency.id, sub.id, true, 'cli')
    await saveEndpoint()
    await renewRecharges(database.db)
    expect(await states()).toEqual([])
    await setSubAccountDisabled(database.db, agency.id, sub.id, false, 'cli')
    await renewRecharges(database.db)
    expect(await states()).toEqual(['open'])
  })

  test('refuses the sub-account of another agency and rules that are none', async () => {
    const other = await createAgency(database.db)
    const rule = { threshold: '1', amount: '1', enabled: true }
    await expect(setRechargeRule(database.db, other.id, sub.id, rule, 'cli')).rejects.toMatchObject({
      code: 'SUBACCOUNT_NOT_FOUND',
    })
    await expect(setRule('-1')).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(setRule('1', '0')).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
  })
})
