import { IdempotencyHeader } from '@parley/contracts/idempotency'
import { showId } from '@parley/contracts/ids'
import { RevokeAnswer, RevokeCredits } from '@parley/contracts/subaccounts'
import { revokeCredits } from '@parley/data/credits/revoke-credits'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const revokeCreditsRoute: Route = async (app, { db }) => {
  app.post(
    '/credits/revoke',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'Take back what is left of a grant',
        headers: IdempotencyHeader,
        body: RevokeCredits,
        response: answers(
          { 200: RevokeAnswer.describe('Taken back.') },
          { body: true, codes: ['AGENCY_ONLY', 'INVALID_AMOUNT', 'GRANT_NOT_FOUND', 'IDEMPOTENCY_CONFLICT'] },
        ),
      },
    },
    async (request) => {
      const { accountId, hint } = request.account
      const { grant_id: grant, amount, description, idempotency_key: keyInBody } = request.body
      const grantId = knownId('creditEntry', grant, 'GRANT_NOT_FOUND')
      const idempotencyKey = request.headers['idempotency-key'] ?? keyInBody
      const revocation = { grantId, amount, description, idempotencyKey }
      const revoked = await revokeCredits(db, accountId, revocation, `key:${hint}`)
      return {
        success: true as const,
        transaction_id: showId('creditEntry', revoked.entryId),
        sub_account_id: showId('account', revoked.subAccountId),
        credits_revoked: Number(revoked.creditsRevoked),
        new_balance: Number(revoked.newBalance),
      }
    },
  )
}
