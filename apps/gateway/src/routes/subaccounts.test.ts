import { showId } from '@parley/contracts/ids'
import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })
const { ask } = gateway

async function agencyWithOne() {
  const agency = await gateway.newAccount({ kind: 'agency' })
  const sub = await gateway.newAccount({ kind: 'sub_account', agencyId: agency.id })
  return { key: agency.apiKey, agency, sub, subId: showId('account', sub.id) }
}
const grant = (key: string, body: object, headers = {}) => ask('POST /subaccounts/credits', { key, body, headers })
const historyOf = async (key: string, subId: string) =>
  (await ask(`GET /subaccounts/${subId}/transactions`, { key })).body.transactions as Record<string, unknown>[]

describe('POST /subaccounts/credits', () => {
  test('happy: grants to a sub-account by its address in any case, and shows the description in the history', async () => {
    const { key, sub, subId } = await agencyWithOne()
    const { status, body } = await grant(key, { email: sub.email.toUpperCase(), amount: 10.5, description: 'Top-up' })
    expect([status, body]).toEqual([
      200,
      { success: true, sub_account_id: subId, credits_added: 10.5, new_balance: 10.5 },
    ])
    expect(await historyOf(key, subId)).toMatchObject([{ kind: 'grant', amount: 10.5, description: 'Top-up' }])
  })

  test('happy: without a key every call grants; with one the first result comes again', async () => {
    const { key, sub } = await agencyWithOne()
    const body = { email: sub.email, amount: 1 }
    expect((await grant(key, body)).body.new_balance).toBe(1)
    expect((await grant(key, body)).body.new_balance).toBe(2)
    const first = await grant(key, body, { 'idempotency-key': 'k-1' })
    const inBody = await grant(key, { ...body, idempotency_key: 'k-1' })
    expect([first.body.new_balance, inBody.body]).toEqual([3, first.body])
    const other = await grant(key, { ...body, amount: 2 }, { 'idempotency-key': 'k-1' })
    expect([other.status, other.body]).toMatchObject([422, { error: { code: 'IDEMPOTENCY_CONFLICT' } }])
  })

  test('security: a key in the query is 401 and says where to put it; another kind of account is 403', async () => {
    const { key, sub } = await agencyWithOne()
    const body = { email: sub.email, amount: 1 }
    const inQuery = await ask(`POST /subaccounts/credits?apiKey=${key}`, { body })
    expect([inQuery.status, inQuery.body]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    expect(JSON.stringify(inQuery.body)).toContain('x-api-key header')
    expect((await ask('POST /subaccounts/credits', { body })).status).toBe(401)
    for (const { apiKey } of [sub, await gateway.newAccount()]) {
      const answer = await grant(apiKey, body)
      expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'AGENCY_ONLY' } }])
    }
  })
})

describe('sub-accounts', () => {
  test('happy: an agency creates one, whose key works, and lists them page by page', async () => {
    const { key, sub } = await agencyWithOne()
    const email = `New-${crypto.randomUUID()}@Example.com`
    const made = await ask('POST /subaccounts', { key, body: { email, name: 'Client' } })
    expect([made.status, made.body]).toMatchObject([201, { success: true, email: email.toLowerCase() }])
    expect((await ask('GET /replies', { key: String(made.body.api_key) })).status).toBe(200)

    const first = await ask('GET /subaccounts?limit=1', { key })
    expect(first.body.sub_accounts).toMatchObject([{ email: sub.email, credit_balance: 0, auto_recharge: null }])
    const rest = await ask(`GET /subaccounts?cursor=${first.body.next_cursor}`, { key })
    expect(rest.body).toMatchObject({ sub_accounts: [{ id: made.body.sub_account_id }], next_cursor: null })

    const twice = await ask('POST /subaccounts', { key, body: { email } })
    expect([twice.status, twice.body]).toMatchObject([409, { error: { code: 'ALREADY_EXISTS' } }])
    expect((await ask('POST /subaccounts', { key, body: { email: 'nobody' } })).status).toBe(400)
    expect((await ask('GET /subaccounts?cursor=x', { key })).status).toBe(400)
  })

  test('happy: takes back what is left of a grant, pages through the history, sets a recharge rule', async () => {
    const { key, sub, subId } = await agencyWithOne()
    await grant(key, { email: sub.email, amount: 10 })
    const [granted] = await historyOf(key, subId)
    const revoke = (body: object) => ask('POST /subaccounts/credits/revoke', { key, body })
    const some = await revoke({ grant_id: granted?.id, amount: 4, description: 'By mistake' })
    expect([some.status, some.body]).toMatchObject([200, { sub_account_id: subId, credits_revoked: 4, new_balance: 6 }])
    expect((await revoke({ grant_id: granted?.id, amount: 7 })).status).toBe(400)
    expect((await revoke({ grant_id: granted?.id })).body).toMatchObject({ credits_revoked: 6, new_balance: 0 })
    expect((await revoke({ grant_id: showId('creditEntry', crypto.randomUUID()) })).status).toBe(404)

    const page = await ask(`GET /subaccounts/${subId}/transactions?limit=2`, { key })
    expect(page.body.transactions).toMatchObject([{ kind: 'revoke' }, { kind: 'revoke', grant_id: granted?.id }])
    const rest = await ask(`GET /subaccounts/${subId}/transactions?cursor=${page.body.next_cursor}`, { key })
    expect(rest.body).toMatchObject({ transactions: [{ id: granted?.id }], next_cursor: null })
    expect((await ask(`GET /subaccounts/${subId}/transactions?cursor=x`, { key })).status).toBe(400)

    const put = (body: object) => ask(`PUT /subaccounts/${subId}/auto-recharge`, { key, body })
    const rule = { threshold: 0, amount: 50.25, enabled: true }
    expect((await put({ threshold: 0, amount: 50.25 })).body).toEqual({ success: true, sub_account_id: subId, ...rule })
    expect((await ask('GET /subaccounts', { key })).body.sub_accounts).toMatchObject([{ auto_recharge: rule }])
    for (const bad of [
      { threshold: -1, amount: 5 },
      { threshold: 5, amount: 0 },
    ]) {
      expect((await put(bad)).body).toMatchObject({ error: { code: 'INVALID_AMOUNT' } })
    }
  })
})
