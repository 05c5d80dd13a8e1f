import { Contact, NewContact } from '@parley/contracts/contacts'
import { showContact } from '@parley/data/contacts/contact-row'
import { createContact } from '@parley/data/contacts/create-contact'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const createContactRoute: Route = async (app, { db }) => {
  app.post(
    '/contacts',
    {
      schema: {
        tags: ['Contacts'],
        summary: 'Create a contact',
        description:
          'A phone number that belongs to a contact gives that contact, unchanged, with 200. So does, without a ' +
          'number, a known e-mail address; of several contacts that have it the oldest is given.',
        body: NewContact,
        response: answers(
          { 200: Contact.describe('There was one already.'), 201: Contact.describe('Created.') },
          { body: true, codes: ['INVALID_PHONE', 'INVALID_EMAIL'] },
        ),
      },
    },
    async (request, reply) => {
      const { contact, created } = await createContact(db, request.account.accountId, request.body)
      return reply.code(created ? 201 : 200).send(showContact(contact))
    },
  )
}
