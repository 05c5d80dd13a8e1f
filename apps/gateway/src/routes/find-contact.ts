import { ContactQuery, FoundContact } from '@parley/contracts/contacts'
import { ParleyError } from '@parley/contracts/errors'
import { showContact } from '@parley/data/contacts/contact-row'
import { findContactByEmail, findContactByPhone } from '@parley/data/contacts/find-contact'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const findContactRoute: Route = async (app, { db }) => {
  app.get(
    '/contacts',
    {
      schema: {
        tags: ['Contacts'],
        summary: 'Look up a contact',
        description: 'By `phoneNumber` or by `email`, not both. Of several with one address: the oldest.',
        querystring: ContactQuery,
        response: answers(
          { 200: FoundContact.describe('The contact.') },
          { codes: ['INVALID_PHONE', 'INVALID_EMAIL', 'CONTACT_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const { accountId } = request.account
      const { phoneNumber, email = '' } = request.query
      const found =
        phoneNumber === undefined
          ? await findContactByEmail(db, accountId, email)
          : await findContactByPhone(db, accountId, phoneNumber)
      if (!found) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
      const contact = showContact(found)
      return { success: true as const, contactId: contact.id, ...contact }
    },
  )
}
