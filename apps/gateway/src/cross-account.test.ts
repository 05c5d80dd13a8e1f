import { showId } from '@parley/contracts/ids'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, test } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })
const { ask } = gateway

/** An agency with everything that has an id. */
async function furnish() {
  const { id, apiKey: key } = await gateway.newAccount({ kind: 'agency' })
  const sub = await gateway.newAccount({ kind: 'sub_account', agencyId: id })
  const list = showId('list', (await createList(database.db, id, { name: 'Customers' })).id)
  const send = { customData: { fromId: 'user-1', customChannel: 'chat', body: 'Hello' } }
  const { body: sent } = await ask('POST /send_custom_channel_message', { key, body: send })
  const { contactId } = sent
  await ask(`POST /lists/${list}/contacts`, { key, body: { contactId } })
  await ask('POST /subaccounts/credits', { key, body: { email: sub.email, amount: 5 } })
  const subId = showId('account', sub.id)
  const { body: history } = await ask(`GET /subaccounts/${subId}/transactions`, { key })
  const [grant] = history.transactions as { id: string }[]
  return { key, list, contactId, messageId: sent.messageId, subId, email: sub.email, grantId: grant?.id }
}

test("for every route with an id, another account's id gives 404 and changes nothing", async () => {
  const [ann, ben] = [await furnish(), await furnish()]
  const { key } = ben
  const before = await countRows(database.db)
  const rule = { threshold: 1, amount: 1 }
  for (const [what, body] of [
    [`GET /messages/${ann.messageId}`],
    [`DELETE /contacts/${ann.contactId}`],
    [`POST /lists/${ann.list}/contacts`, { contactId: ben.contactId }],
    [`POST /lists/${ben.list}/contacts`, { contactId: ann.contactId }],
    [`DELETE /lists/${ann.list}/contacts/${ann.contactId}`],
    [`DELETE /lists/${ben.list}/contacts/${ann.contactId}`],
    [`DELETE /lists/${ann.list}/contacts/${ben.contactId}`],
    [`GET /subaccounts/${ann.subId}/transactions`],
    [`PUT /subaccounts/${ann.subId}/auto-recharge`, rule],
    ['POST /subaccounts/credits', { email: ann.email, amount: 1 }],
    ['POST /subaccounts/credits/revoke', { grant_id: ann.grantId }],
  ] as const) {
    expect([what, (await ask(what, { key, ...(body && { body }) })).status]).toEqual([what, 404])
  }
  expect(await countRows(database.db)).toEqual(before)
  expect((await ask(`GET /subaccounts?cursor=${ann.subId}`, { key })).body.sub_accounts).toEqual([])
  expect((await ask(`GET /messages/${ann.messageId}`, { key: ann.key })).status).toBe(200)
})

test('what one account writes the other cannot find, and the same ids are apart', async () => {
  const [ann, ben] = [await furnish(), await furnish()]
  expect(ben.contactId).not.toBe(ann.contactId)
  const { body } = await ask('GET /replies', { key: ben.key })
  expect((body.replies as { contactId: string }[]).every(({ contactId }) => contactId === ben.contactId)).toBe(true)
})
