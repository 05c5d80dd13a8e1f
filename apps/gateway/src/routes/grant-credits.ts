import { IdempotencyHeader } from '@parley/contracts/idempotency'
import { showId } from '@parley/contracts/ids'
import { GrantAnswer, GrantCredits } from '@parley/contracts/subaccounts'
import { createGrantCredits } from '@parley/runtime/grant-credits'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const grantCreditsRoute: Route = async (app, { db, queues }) => {
  const grantCredits = createGrantCredits({ db, queues })
  app.post(
    '/credits',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'Grant credits to a sub-account',
        description:
          'Without an idempotency key every call grants. With one, in the header or in the body, the same key gives ' +
          'the first answer again. After `UNAVAILABLE` the credits were not granted and never will be by this call.',
        headers: IdempotencyHeader,
        body: GrantCredits,
        response: answers(
          { 200: GrantAnswer.describe('The credits are in the ledger.') },
          {
            body: true,
            codes: [
              'INVALID_AMOUNT',
              'INVALID_EMAIL',
              'AGENCY_ONLY',
              'SUBACCOUNT_NOT_FOUND',
              'IDEMPOTENCY_CONFLICT',
              'GRANT_UNKNOWN',
            ],
          },
        ),
      },
    },
    async (request) => {
      const { email, amount, description, idempotency_key } = request.body
      const idempotencyKey = request.headers['idempotency-key'] ?? idempotency_key
      const input = { email, amount, description, idempotencyKey }
      const { accountId, hint } = request.account
      const agency = { accountId, actor: `key:${hint}` }
      const { subAccountId, creditsAdded, newBalance } = await grantCredits(agency, input, request.id)
      return {
        success: true as const,
        sub_account_id: showId('account', subAccountId),
        credits_added: Number(creditsAdded),
        new_balance: Number(newBalance),
      }
    },
  )
}
