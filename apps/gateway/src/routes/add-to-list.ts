import { ListChange, ListMember } from '@parley/contracts/contacts'
import { addToList } from '@parley/data/lists/change-membership'
import { z } from 'zod'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const addToListRoute: Route = async (app, { db }) => {
  app.post(
    '/lists/:listId/contacts',
    {
      schema: {
        tags: ['Lists'],
        summary: 'Add a contact to a list',
        description: 'Adding it again changes nothing and gives the same answer.',
        params: z.object({ listId: z.string() }),
        body: ListMember,
        response: answers(
          { 200: ListChange.describe('The contact is on the list.') },
          { body: true, codes: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const { listId } = request.params
      const { contactId } = request.body
      const list = knownId('list', listId, 'LIST_NOT_FOUND')
      await addToList(db, request.account.accountId, list, knownId('contact', contactId, 'CONTACT_NOT_FOUND'))
      return { success: true as const, listId, contactId, message: 'The contact is on the list.' }
    },
  )
}
