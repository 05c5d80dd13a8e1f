import { showId } from '@parley/contracts/ids'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import { type SpecData, Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { ApiDocument } from '../testing/check-answer.ts'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })
const { ask } = gateway
const readDocument = async () =>
  (await (await fetch(`${gateway.origin}/v1/openapi.json`)).json()) as ApiDocument & SpecData

describe('the API description', () => {
  test('is valid OpenAPI 3.1 to a third-party validator', async () => {
    const document = await readDocument()
    const { valid, errors } = await new Validator().validate(document)
    expect({ valid, errors }).toMatchObject({ valid: true })
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('has a summary, an example of the body, every refusal and the limits for each endpoint', async () => {
    const { paths } = await readDocument()
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const where = `${method} ${path}`
        const { requestBody, responses, summary, security } = operation
        expect([where, summary, security]).toEqual([where, expect.any(String), expect.any(Array)])
        expect([where, Object.keys(responses)]).toEqual([
          where,
          expect.arrayContaining(['400', '401', '403', '429', '500', '503']),
        ])
        expect([where, responses['429']?.headers]).toMatchObject([where, { 'RateLimit-Reset': {}, 'Retry-After': {} }])
        if (requestBody)
          expect([where, requestBody.content['application/json'].example]).toEqual([where, expect.anything()])
      }
    }
  })

  test('foretells what each endpoint really answers', async () => {
    const agency = await gateway.newAccount({ kind: 'agency' })
    const { apiKey: key } = agency
    const list = showId('list', (await createList(database.db, agency.id, { name: 'Customers' })).id)
    const answered = new Set<string>()
    // `ask` throws when an answer is not as it is described; here it is seen that it was asked of every endpoint.
    const call = async (route: string, path: string, body?: unknown) => {
      const [method] = route.split(' ')
      const answer = await ask(`${method} ${path}`, { key, ...(body !== undefined && { body }) })
      expect([route, answer.status < 300]).toEqual([route, true])
      expect([route, (await ask(`${method} ${path}`, body === undefined ? {} : { body })).status]).toEqual([route, 401])
      answered.add(route)
      return answer.body
    }
    const contact = await call('POST /contacts', '/contacts', { phone: '+4930901820' })
    await call('GET /contacts', '/contacts?phoneNumber=%2B4930901820')
    await call('POST /lists/{listId}/contacts', `/lists/${list}/contacts`, { contactId: contact.id })
    await call('DELETE /lists/{listId}/contacts/{contactId}', `/lists/${list}/contacts/${contact.id}`)
    await call('DELETE /contacts/{contactId}', `/contacts/${contact.id}`)
    const incoming = { customData: { messageSid: 's', fromId: 'f', toId: 't', body: 'b' } }
    await call('POST /incoming_custom_channel_message', '/incoming_custom_channel_message', incoming)
    const batch = { messages: [incoming, {}] }
    await call('POST /incoming_custom_channel_messages/batch', '/incoming_custom_channel_messages/batch', batch)
    const send = { customData: { fromId: 'f', customChannel: 'c', body: 'b' } }
    const sent = await call('POST /send_custom_channel_message', '/send_custom_channel_message', send)
    await call('GET /messages/{messageId}', `/messages/${sent.messageId}`)
    await call('GET /replies', '/replies')
    const email = 'sub@example.com'
    const sub = await call('POST /subaccounts', '/subaccounts', { email })
    await call('GET /subaccounts', '/subaccounts')
    await call('POST /subaccounts/credits', '/subaccounts/credits', { email, amount: 1 })
    await call('POST /subaccounts/credits/batch', '/subaccounts/credits/batch', { grants: [{ email, amount: 1 }, {}] })
    const of = `/subaccounts/${sub.sub_account_id}`
    const history = await call('GET /subaccounts/{subAccountId}/transactions', `${of}/transactions`)
    const [grant] = history.transactions as { id: string }[]
    await call('POST /subaccounts/credits/revoke', '/subaccounts/credits/revoke', { grant_id: grant?.id })
    const rule = { threshold: 1, amount: 1 }
    await call('PUT /subaccounts/{subAccountId}/auto-recharge', `${of}/auto-recharge`, rule)

    const { paths } = await readDocument()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...answered].sort()).toEqual(described.sort())
  })

  test('is shown on a page that asks nothing of the internet', async () => {
    const page = await fetch(`${gateway.origin}/docs`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const html = await page.text()
    expect(html).toContain('/v1/openapi.json')
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(html) ?? []
    const code = await fetch(new URL(script, page.url))
    expect([code.status, code.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(new URL(address, page.url).origin).toBe(gateway.origin)
    }
  })
})
