import { ListChange } from '@parley/contracts/contacts'
import { removeFromList } from '@parley/data/lists/change-membership'
import { z } from 'zod'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const removeFromListRoute: Route = async (app, { db }) => {
  app.delete(
    '/lists/:listId/contacts/:contactId',
    {
      schema: {
        tags: ['Lists'],
        summary: 'Take a contact off a list',
        description: 'A contact that is not on the list gives the same answer. The contact itself stays.',
        params: z.object({ listId: z.string(), contactId: z.string() }),
        response: answers(
          { 200: ListChange.describe('The contact is not on the list.') },
          { body: true, codes: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const { listId, contactId } = request.params
      const list = knownId('list', listId, 'LIST_NOT_FOUND')
      await removeFromList(db, request.account.accountId, list, knownId('contact', contactId, 'CONTACT_NOT_FOUND'))
      return { success: true as const, listId, contactId, message: 'The contact is not on the list.' }
    },
  )
}
