// Every rule of the API's source document, one line a rule, in the document's order: section, rule, request, answer.
import { showId } from '@parley/contracts/ids'
import { generateKey } from '@parley/data/keys/generate-key'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, AskOptions } from '../testing/ask.ts'
import { useGateway } from '../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database, { workers: true })

let key: string
let limitedKey: string
let standardKey: string
let email: string
let list: string
let contact: Record<string, unknown>

beforeAll(async () => {
  const agency = await gateway.newAccount({ kind: 'agency' })
  key = agency.apiKey
  standardKey = (await gateway.newAccount()).apiKey
  limitedKey = (await gateway.newAccount({ rateLimitPerMinute: 1 })).apiKey
  email = (await gateway.newAccount({ kind: 'sub_account', agencyId: agency.id })).email
  list = showId('list', (await createList(database.db, agency.id, { name: 'Customers' })).id)
  contact = (await post('/contacts', { phone: '+4930901820', email: 'ada@example.com', firstName: 'Ada' })).body
})

const ask = (what: string, options: AskOptions = {}) => gateway.ask(what, { key, ...options })
const post = (path: string, body: unknown, options: AskOptions = {}) => ask(`POST ${path}`, { body, ...options })
const get = (path: string) => ask(`GET ${path}`)
const noKey = (what: string, options: AskOptions = {}) => gateway.ask(what, options)

const message = (data: object = {}, more: object = {}) => ({
  customData: { messageSid: crypto.randomUUID(), fromId: 'user-1', toId: 'shop', body: 'Hello', ...data },
  ...more,
})
const incoming = (data?: object, more?: object) => post('/incoming_custom_channel_message', message(data, more))
const send = (data: object = {}, options?: AskOptions) =>
  post(
    '/send_custom_channel_message',
    { customData: { fromId: 'user-1', customChannel: 'chat', body: 'Hello', ...data } },
    options,
  )
const grant = (data: object = {}, options?: AskOptions) =>
  post('/subaccounts/credits', { email, amount: 5, ...data }, options)
/** The message as it was stored. */
const stored = async (answer: Promise<Answer>) => {
  const { messageId } = (await answer).body
  return until(async () => {
    const shown = await get(`/messages/${messageId}`)
    return shown.status === 200 && shown
  })
}
const compareContacts = async (fromId: string, other: string): Promise<Answer> => {
  const [one, two] = [await stored(incoming({ fromId })), await stored(incoming({ fromId: other }))]
  return { ...one, body: { same: one.body.contactId === two.body.contactId } }
}
const afterNewKey = async () => {
  const { id: accountId, apiKey } = await gateway.newAccount()
  await gateway.ask('GET /replies', { key: apiKey })
  await generateKey(database.db, accountId, 'cli')
  return until(async () => {
    const answer = await gateway.ask('GET /replies', { key: apiKey })
    return answer.status !== 200 && answer
  })
}
const plainHttp = async (): Promise<Answer> => {
  const response = await fetch(`${gateway.origin.replace('https', 'http')}/v1/contacts?apiKey=${key}`)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}
const withoutLists = async (make: () => Promise<Answer>): Promise<Answer> => {
  await database.db.pool.query('alter table list rename to elsewhere')
  return make().finally(() => database.db.pool.query('alter table elsewhere rename to list'))
}
const twice = async (make: () => Promise<Answer>): Promise<Answer> => {
  await make()
  return make()
}

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{32}$`))
const text = expect.any(String)
const code = (name: string) => ({ error: { code: name, message: text } })
const sentence = (part: string) => ({ error: expect.stringContaining(part) })
const accepted = { success: true, messageId: id('msg') }
const whole = { id: id('con'), firstName: null, lastName: null, email: null, createdAt: expect.stringMatching(/Z$/) }

// biome-ignore format: a rule is a line, to be held beside the document.
test.each<[string, string, () => Promise<Answer>, number, object?]>([
  ['1', 'requests with a body send application/json', () => post('/contacts', '{}', { headers: { 'content-type': 'text/xml' } }), 415, code('NOT_JSON')],
  ['2', 'a contact has id, names, phone, email and createdAt', () => post('/contacts', { phone: '+15550001' }), 201, { ...whole, phone: '+15550001' }],
  ['2 rule 1', 'a contact needs at least a phone or an email', () => post('/contacts', { firstName: 'Ada' }), 400, code('BAD_REQUEST')],
  ['2 rule 1', 'an email alone is enough', () => post('/contacts', { email: 'only@example.com' }), 201, { ...whole, phone: null, email: 'only@example.com' }],
  ['2 rule 2', 'a known phone gives the existing contact, no duplicate', () => post('/contacts', { phone: '+49 30 901820', firstName: 'Eve' }), 200, { firstName: 'Ada' }],
  ['2 rule 3', 'the same fromId is the same contact', () => compareContacts('user-1', 'user-1'), 200, { same: true }],
  ['2 rule 3', 'a changed fromId is a new contact', () => compareContacts('user-1', 'User-1'), 200, { same: false }],
  ['2', 'customData.id is accepted in place of messageSid', () => incoming({ messageSid: undefined, id: 'by-id' }), 200, accepted],
  ['2', 'status is received by default', () => stored(incoming()), 200, { status: 'received' }],
  ['2', 'the channel is a free label', () => stored(incoming({ channel: 'WhatsApp' })), 200, { channel: 'WhatsApp' }],
  ['3', 'a reply that cannot be delivered is Failed, with the error', () => stored(send()), 200, { status: 'Failed', error: text }],
  ['4 POST /contacts', 'a phone needs its country code', () => post('/contacts', { phone: '030 901820' }), 400, code('INVALID_PHONE')],
  ['4 POST /contacts', 'an email needs its format', () => post('/contacts', { email: 'ada' }), 400, code('INVALID_EMAIL')],
  ['4 GET /contacts', 'looks up by phoneNumber', () => get('/contacts?phoneNumber=%2B4930901820'), 200, { firstName: 'Ada' }],
  ['4 GET /contacts', 'also where the + was not encoded', () => get('/contacts?phoneNumber=+4930901820'), 200, { firstName: 'Ada' }],
  ['4 GET /contacts', 'or by email', () => get('/contacts?email=Ada@Example.com'), 200, { firstName: 'Ada' }],
  ['4 GET /contacts', 'one of them', () => get('/contacts?email=ada@example.com&phoneNumber=%2B4930901820'), 400, code('BAD_REQUEST')],
  ['4 GET /contacts', 'finds nobody', () => get('/contacts?email=nobody@example.com'), 404, code('CONTACT_NOT_FOUND')],
  ['4 POST /lists', 'adds an existing contact', () => post(`/lists/${list}/contacts`, { contactId: contact.id }), 200, { success: true }],
  ['4 POST /lists', 'contactId is required', () => post(`/lists/${list}/contacts`, {}), 400, code('BAD_REQUEST')],
  ['4 POST /lists', 'the contact exists', () => post(`/lists/${list}/contacts`, { contactId: 'con_1' }), 404, code('CONTACT_NOT_FOUND')],
  ['4 POST /lists', 'the list exists', () => post('/lists/lst_1/contacts', { contactId: contact.id }), 404, code('LIST_NOT_FOUND')],
  ['4 send', 'answers success, messageId, contactId and message', () => send(), 200, { ...accepted, contactId: id('con'), message: text }],
  ['4 send', 'fromId is required', () => send({ fromId: undefined }), 400, sentence('customData.fromId is required')],
  ['4 send', 'customChannel is required', () => send({ customChannel: undefined }), 400, sentence('customData.customChannel is required')],
  ['4 send', 'body is required', () => send({ body: undefined }), 400, sentence('customData.body is required')],
  ['4 send', 'campaignId, names and email are optional', () => stored(send({ campaignId: 'c', firstName: 'A', lastName: 'B', email: 'b@example.com' })), 200, { campaignId: 'c' }],
  ['4 send', 'the names are used when the contact is created', () => send({ fromId: 'new', firstName: 'Neo', email: 'neo@example.com' }).then(() => get('/contacts?email=neo@example.com')), 200, { firstName: 'Neo' }],
  ['4 incoming', 'answers success and messageId', () => incoming(), 200, accepted],
  ['4 incoming', 'only POST is accepted: GET', () => ask('GET /incoming_custom_channel_message'), 405, sentence('POST')],
  ['4 incoming', 'only POST is accepted: PUT', () => ask('PUT /incoming_custom_channel_message'), 405, sentence('POST')],
  ['4 incoming', 'only POST is accepted: DELETE', () => ask('DELETE /incoming_custom_channel_message'), 405, sentence('POST')],
  ['4 incoming', 'messageSid (or id) is required', () => incoming({ messageSid: undefined }), 400, sentence('customData.messageSid is required')],
  ['4 incoming', 'fromId is required', () => incoming({ fromId: undefined }), 400, sentence('customData.fromId is required')],
  ['4 incoming', 'toId is required', () => incoming({ toId: undefined }), 400, sentence('customData.toId is required')],
  ['4 incoming', 'body is required', () => incoming({ body: undefined }), 400, sentence('customData.body is required')],
  ['4 incoming', 'customData is required', () => post('/incoming_custom_channel_message', {}), 400, sentence('customData is required')],
  ['4 incoming', 'status is kept', () => stored(incoming({ status: 'read' })), 200, { status: 'read' }],
  ['4 incoming', 'campaignId is kept', () => stored(incoming({ campaignId: 'c-7' })), 200, { campaignId: 'c-7' }],
  ['4 incoming', 'the names are used when the contact is created', () => stored(incoming({ fromId: 'ina', firstName: 'Ina', email: 'ina@example.com' })).then(() => get('/contacts?email=ina@example.com')), 200, { firstName: 'Ina' }],
  ['4 incoming', 'mediaUrl may be a public URL', () => incoming({ mediaUrl: 'https://example.com/a.png', mediaContentType: 'image/png' }), 200, accepted],
  ['4 incoming', 'mediaUrl may be a data URI', () => incoming({ mediaUrl: 'data:text/plain;base64,SGk=', mediaContentType: 'text/plain' }), 200, accepted],
  ['4 incoming', 'mediaContentType is required with mediaUrl', () => incoming({ mediaUrl: 'https://example.com/a.png' }), 400, sentence('customData.mediaContentType is required')],
  ['4 incoming', 'mediaContentType matches the real content', () => incoming({ mediaUrl: 'data:image/png;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=', mediaContentType: 'image/png' }), 400, sentence('mediaContentType')],
  ['4 incoming', 'messageType may be text', () => incoming({}, { messageType: 'text' }), 200, accepted],
  ['4 incoming', 'messageType may be reaction', () => stored(incoming({ body: '👍' }, { messageType: 'reaction' })), 200, { messageType: 'reaction' }],
  ['4 incoming', 'and nothing else', () => incoming({}, { messageType: 'video' }), 400, sentence('messageType must be text or reaction')],
  ['4 incoming rule 1', 'an empty body gives 400', () => incoming({ body: '' }), 400, sentence('customData.body must not be empty')],
  ['4 incoming rule 1', 'a whitespace-only body gives 400', () => incoming({ body: ' \n\t' }), 400, sentence('customData.body must not be empty')],
  ['4 incoming rule 3', 'an incoming message triggers no post', () => stored(incoming()).then(() => get('/replies?limit=500')), 200, { replies: expect.not.arrayContaining([expect.objectContaining({ sentBy: null })]) }],
  ['4 incoming rule 4', 'a repeated messageSid gives the same answer', () => twice(() => incoming({ messageSid: 'again' })), 200, accepted],
  ['4 credits', 'answers success, sub_account_id, credits_added and new_balance', () => grant(), 200, { success: true, sub_account_id: id('acc'), credits_added: 5, new_balance: expect.any(Number) }],
  ['4 credits', 'email is required', () => grant({ email: undefined }), 400, code('BAD_REQUEST')],
  ['4 credits', 'amount is required', () => grant({ amount: undefined }), 400, code('BAD_REQUEST')],
  ['4 credits', 'the sub-account is one of the calling agency', () => grant({ email: 'other@example.com' }), 404, code('SUBACCOUNT_NOT_FOUND')],
  ['4 credits', 'agency accounts only', () => grant({}, { key: standardKey }), 403, code('AGENCY_ONLY')],
  ['4 credits', 'does not itself de-duplicate grants', () => twice(() => grant({ amount: 1 })), 200, { new_balance: 7 }],
  ['5 rule 1', 'generating a new key invalidates the previous one', afterNewKey, 401, code('UNAUTHORIZED')],
  ['5 rule 2', 'the key is taken from the query', () => noKey(`GET /contacts?email=ada@example.com&apiKey=${key}`), 200, { firstName: 'Ada' }],
  ['5 rule 2', 'on the list endpoint as well', () => noKey(`POST /lists/${list}/contacts?apiKey=${key}`, { body: { contactId: contact.id } }), 200, { success: true }],
  ['5 rule 2', 'and on the message endpoints', () => noKey(`POST /incoming_custom_channel_message?apiKey=${key}`, { body: message() }), 200, accepted],
  ['5 rule 3', 'credits take it from the header, not from the query', () => noKey(`POST /subaccounts/credits?apiKey=${key}`, { body: { email, amount: 1 } }), 401, code('UNAUTHORIZED')],
  ['5 rule 4', 'plain HTTP is rejected', plainHttp, 403, code('HTTPS_REQUIRED')],
  ['5 rule 5', 'a missing key gives 401', () => noKey('GET /contacts?email=a@example.com'), 401, code('UNAUTHORIZED')],
  ['5 rule 5', 'an invalid key gives 401', () => gateway.ask('GET /replies', { key: 'pk_no' }), 401, code('UNAUTHORIZED')],
  ['5 rule 5', 'on the message endpoints in their shape', () => noKey('POST /send_custom_channel_message', { body: {} }), 401, sentence('API key')],
  ['5 rule 6', 'the header is accepted everywhere', () => get('/contacts?email=ada@example.com'), 200, { firstName: 'Ada' }],
  ['7', 'general errors have code and message', () => post('/contacts', { phone: '123' }), 400, code('INVALID_PHONE')],
  ['7', 'message endpoints answer with a sentence', () => incoming({ body: '' }), 400, { error: 'customData.body must not be empty' }],
  ['7', '200 is success', () => get('/contacts?email=ada@example.com'), 200],
  ['7', '201 is created', () => post('/contacts', { phone: '+15550002' }), 201],
  ['7', '400 is a bad request: malformed JSON', () => post('/contacts', '{'), 400, code('BAD_REQUEST')],
  ['7', '404 is not found', () => get('/messages/msg_1'), 404, code('MESSAGE_NOT_FOUND')],
  ['7', '500 is a server error, and tells nothing of the inside', () => withoutLists(() => post(`/lists/${list}/contacts`, { contactId: contact.id })), 500, code('INTERNAL')],
  ['8 rule 1', 'over the limit of a minute gives 429, and when to retry', () => twice(() => ask('GET /replies', { key: limitedKey })), 429, code('RATE_LIMITED')],
  ['9', 'the version is the first segment: others are not found', () => ask('GET /../v2/contacts'), 404, code('NOT_FOUND')],
])('%s: %s', async (_section, _rule, request, status, body = {}) => {
  const answer = await request()
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(body)])
})
