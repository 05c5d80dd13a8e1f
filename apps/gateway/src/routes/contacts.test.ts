import { showId } from '@parley/contracts/ids'
import { createList } from '@parley/data/lists/create-list'
import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const database = useTestDatabase()
const gateway = useGateway(database)
const { ask } = gateway

describe('POST /contacts', () => {
  test('happy: creates a contact, its number in E.164', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const body = { firstName: 'Ada', lastName: 'Lovelace', phone: '+44 (20) 7946-0958', email: 'ada@example.com' }
    const { status, body: contact } = await ask('POST /contacts', { key, body })
    expect(status).toBe(201)
    expect(contact).toEqual({
      ...body,
      phone: '+442079460958',
      id: expect.stringMatching(/^con_[0-9a-f]{32}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('happy: shows what is unknown as null', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const { body } = await ask('POST /contacts', { key, body: { phone: '+1234567890', firstName: null, email: '' } })
    expect(body).toMatchObject({ firstName: null, lastName: null, email: null, phone: '+1234567890' })
  })

  test('happy: gives the contact of a known number, unchanged', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const first = await ask('POST /contacts', { key, body: { phone: '+49 30 901820', firstName: 'Ada' } })
    const again = await ask('POST /contacts', {
      key,
      body: { phone: '+4930901820', firstName: 'Eve', email: 'e@x.org' },
    })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
  })

  test('happy: gives the oldest contact of a known address when there is no number', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const oldest = await ask('POST /contacts', { key, body: { phone: '+4930901821', email: 'Ann@Example.com' } })
    await ask('POST /contacts', { key, body: { phone: '+4930901822', email: 'ann@example.com' } })
    const again = await ask('POST /contacts', { key, body: { email: 'ANN@example.COM' } })
    expect([again.status, again.body.id]).toEqual([200, oldest.body.id])
  })

  test('happy: one number in two accounts is two contacts', async () => {
    const [ann, ben] = [await gateway.newAccount(), await gateway.newAccount()]
    const body = { phone: '+4930901823' }
    const first = await ask('POST /contacts', { key: ann.apiKey, body })
    const second = await ask('POST /contacts', { key: ben.apiKey, body })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
  })

  test.each([
    ['phone', { phone: '+4930901899' }],
    ['e-mail address', { email: 'many@example.com' }],
  ])('200 creations of one %s at once make one contact, and one 201', async (_what, body) => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('POST /contacts', { key, body })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199)
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await database.db.prisma.contact.count({ where: { accountId } })).toBe(1)
  })

  test.each([
    ['no calling code', { phone: '020 7946 0958' }, 'INVALID_PHONE'],
    ['a calling code that is not assigned', { phone: '+999 1234567' }, 'INVALID_PHONE'],
    ['six digits', { phone: '+441234' }, 'INVALID_PHONE'],
    ['sixteen digits', { phone: '+4412345678901234' }, 'INVALID_PHONE'],
    ['letters', { phone: '+44 CALL ME NOW' }, 'INVALID_PHONE'],
    ['a malformed address', { email: 'ada@' }, 'INVALID_EMAIL'],
    ['a malformed address beside a good number', { phone: '+4930901824', email: 'nobody' }, 'INVALID_EMAIL'],
    ['neither number nor address', { firstName: 'Ada' }, 'BAD_REQUEST'],
    ['a number that is no text', { phone: 4930901824 }, 'BAD_REQUEST'],
    ['a name of 513 characters', { phone: '+4930901824', firstName: 'x'.repeat(513) }, 'BAD_REQUEST'],
    ['a list', [], 'BAD_REQUEST'],
  ])('error: %s', async (_what, body, code) => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    const answer = await ask('POST /contacts', { key, body })
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code } }])
    expect(await database.db.prisma.contact.count({ where: { accountId } })).toBe(0)
  })
})

describe('GET /contacts', () => {
  test('happy: finds by number, also with a + that was not encoded, and by address in any case', async () => {
    const { apiKey: key } = await gateway.newAccount()
    const { body: made } = await ask('POST /contacts', {
      key,
      body: { phone: '+33142685300', email: 'Cy+1@Example.com' },
    })
    const found = { ...made, success: true, contactId: made.id }
    for (const query of [
      'phoneNumber=%2B33142685300',
      'phoneNumber=+33142685300',
      'phoneNumber=%2B33%201%2042-68-53-00',
      'phoneNumber=+33+1+42685300',
      'email=Cy%2B1@Example.com',
      'email=cy+1@example.COM',
    ]) {
      expect([query, (await ask(`GET /contacts?${query}`, { key })).body]).toEqual([query, found])
    }
  })

  test('error: 404 for nobody, 400 for neither, both, twice, and what is no number or address', async () => {
    const { apiKey: key } = await gateway.newAccount()
    for (const [query, status, code] of [
      ['phoneNumber=%2B33142685301', 404, 'CONTACT_NOT_FOUND'],
      ['email=nobody@example.com', 404, 'CONTACT_NOT_FOUND'],
      ['', 400, 'BAD_REQUEST'],
      ['phoneNumber=%2B33142685301&email=a@example.com', 400, 'BAD_REQUEST'],
      ['email=a@example.com&email=b@example.com', 400, 'BAD_REQUEST'],
      ['phoneNumber=33142685301', 400, 'INVALID_PHONE'],
      ['phoneNumber=%00', 400, 'BAD_REQUEST'],
      ['email=nobody', 400, 'INVALID_EMAIL'],
    ] as const) {
      const answer = await ask(`GET /contacts?${query}`, { key })
      expect([query, answer.status, answer.body]).toMatchObject([query, status, { error: { code } }])
    }
  })
})

describe('lists', () => {
  const setUp = async () => {
    const { id, apiKey: key } = await gateway.newAccount()
    const list = showId('list', (await createList(database.db, id, { name: 'Customers' })).id)
    const { body } = await ask('POST /contacts', { key, body: { phone: '+390669812345' } })
    return { key, list, contactId: String(body.id) }
  }
  const members = () => database.db.prisma.listContact.count()

  test('happy: adds a contact once, says the same again, and takes it off', async () => {
    const { key, list, contactId } = await setUp()
    const before = await members()
    for (const _ of [1, 2]) {
      const { status, body } = await ask(`POST /lists/${list}/contacts`, { key, body: { contactId } })
      expect([status, body]).toEqual([200, { success: true, listId: list, contactId, message: expect.any(String) }])
    }
    expect(await members()).toBe(before + 1)
    for (const _ of [1, 2]) {
      const { status, body } = await ask(`DELETE /lists/${list}/contacts/${contactId}`, { key })
      expect([status, body]).toMatchObject([200, { success: true, listId: list, contactId }])
    }
    expect(await members()).toBe(before)
  })

  test('error: an unknown list, an unknown contact, no contact', async () => {
    const { key, list, contactId } = await setUp()
    const nobody = showId('contact', crypto.randomUUID())
    for (const [what, body, status, code] of [
      [`POST /lists/${showId('list', crypto.randomUUID())}/contacts`, { contactId }, 404, 'LIST_NOT_FOUND'],
      ['POST /lists/mine/contacts', { contactId }, 404, 'LIST_NOT_FOUND'],
      [`POST /lists/${list}/contacts`, { contactId: nobody }, 404, 'CONTACT_NOT_FOUND'],
      [`POST /lists/${list}/contacts`, { contactId: 'con_1' }, 404, 'CONTACT_NOT_FOUND'],
      [`POST /lists/${list}/contacts`, {}, 400, 'BAD_REQUEST'],
      [`POST /lists/${list}/contacts`, { contactId: 7 }, 400, 'BAD_REQUEST'],
      [`DELETE /lists/${list}/contacts/${nobody}`, undefined, 404, 'CONTACT_NOT_FOUND'],
    ] as const) {
      const answer = await ask(what, { key, body })
      expect([what, answer.status, answer.body]).toMatchObject([what, status, { error: { code } }])
    }
  })
})

describe('DELETE /contacts/{contactId}', () => {
  test('happy: the person, their messages, deliveries and places on lists go; others and the audit stay', async () => {
    const { id: accountId, apiKey: key } = await gateway.newAccount()
    const { prisma } = database.db
    const send = (fromId: string) =>
      ask('POST /send_custom_channel_message', {
        key,
        body: { customData: { fromId, customChannel: 'chat', body: 'Hello', email: `${fromId}@example.com` } },
      })
    const { body: gone } = await send('gone')
    const { body: stays } = await send('stays')
    const list = await createList(database.db, accountId, { name: 'Customers' })
    await ask(`POST /lists/${showId('list', list.id)}/contacts`, { key, body: { contactId: gone.contactId } })

    const answer = await ask(`DELETE /contacts/${gone.contactId}`, { key })
    expect([answer.status, answer.body]).toMatchObject([200, { success: true, contactId: gone.contactId }])
    expect((await ask(`GET /messages/${gone.messageId}`, { key })).status).toBe(404)
    expect((await ask('GET /contacts?email=gone@example.com', { key })).status).toBe(404)
    expect((await ask(`GET /messages/${stays.messageId}`, { key })).status).toBe(200)
    const where = { accountId }
    expect({
      contacts: await prisma.contact.count({ where }),
      conversations: await prisma.conversation.count({ where }),
      messages: await prisma.message.count({ where }),
      members: await prisma.listContact.count({ where: { listId: list.id } }),
      audit: await prisma.auditEntry.count({ where: { accountId, action: 'contact.erase' } }),
    }).toEqual({ contacts: 1, conversations: 1, messages: 1, members: 0, audit: 1 })
    expect((await ask(`DELETE /contacts/${gone.contactId}`, { key })).status).toBe(404)
  })
})
