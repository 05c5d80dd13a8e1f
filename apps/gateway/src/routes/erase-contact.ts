import { ErasedContact } from '@parley/contracts/contacts'
import { eraseContact } from '@parley/data/contacts/erase-contact'
import { z } from 'zod'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const eraseContactRoute: Route = async (app, { db }) => {
  app.delete(
    '/contacts/:contactId',
    {
      schema: {
        tags: ['Contacts'],
        summary: 'Erase a contact',
        description:
          'The contact, its conversation, messages, files and deliveries go for good. The ledger of credits keeps its ' +
          'entries. A later message from the same `fromId` begins a new conversation.',
        params: z.object({ contactId: z.string() }),
        response: answers({ 200: ErasedContact.describe('Erased.') }, { body: true, codes: ['CONTACT_NOT_FOUND'] }),
      },
    },
    async (request) => {
      const { contactId } = request.params
      const { accountId, hint } = request.account
      await eraseContact(db, accountId, knownId('contact', contactId, 'CONTACT_NOT_FOUND'), `key:${hint}`)
      return { success: true as const, contactId, message: 'The contact and its messages were erased.' }
    },
  )
}
