import { showId } from '@parley/contracts/ids'
import { CreatedSubAccount, NewSubAccount } from '@parley/contracts/subaccounts'
import { createAccount } from '@parley/data/accounts/create-account'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const createSubAccountRoute: Route = async (app, { db }) => {
  app.post(
    '',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'Create a sub-account',
        description: 'Its key and the password of its owner are shown in this answer and never again.',
        body: NewSubAccount,
        response: answers(
          { 201: CreatedSubAccount.describe('Created.') },
          { body: true, codes: ['AGENCY_ONLY', 'INVALID_EMAIL', 'ALREADY_EXISTS'] },
        ),
      },
    },
    async (request, reply) => {
      const { accountId: agencyId, hint } = request.account
      const { id, email, apiKey, password } = await createAccount(db, {
        kind: 'sub_account',
        agencyId,
        ...request.body,
        actor: `key:${hint}`,
      })
      const shown = { sub_account_id: showId('account', id), email, api_key: apiKey, password }
      return reply.code(201).send({ success: true, ...shown })
    },
  )
}
