import { ParleyError } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import { PageQuery, Transactions } from '@parley/contracts/subaccounts'
import { listTransactions } from '@parley/data/credits/list-transactions'
import { z } from 'zod'
import { answers } from '../answers.ts'
import { knownId } from '../known-id.ts'
import type { Route } from '../route.ts'

export const listTransactionsRoute: Route = async (app, { db }) => {
  app.get(
    '/:subAccountId/transactions',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'List the credit transactions of a sub-account, newest first',
        params: z.object({ subAccountId: z.string() }),
        querystring: PageQuery,
        response: answers(
          { 200: Transactions.describe('A page of them.') },
          { codes: ['AGENCY_ONLY', 'SUBACCOUNT_NOT_FOUND'] },
        ),
      },
    },
    async (request) => {
      const subAccountId = knownId('account', request.params.subAccountId, 'SUBACCOUNT_NOT_FOUND')
      const { cursor } = request.query
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
        throw new ParleyError('BAD_REQUEST', 'cursor must be the next_cursor of an earlier answer')
      }
      const page = await listTransactions(db, request.account.accountId, subAccountId, request.query)
      return {
        transactions: page.items.map((entry) => ({
          id: showId('creditEntry', entry.id),
          kind: entry.kind,
          amount: Number(entry.amount),
          balance_after: Number(entry.balanceAfter),
          description: entry.description,
          idempotency_key: entry.idempotencyKey,
          message_id: entry.messageId && showId('message', entry.messageId),
          grant_id: entry.grantId && showId('creditEntry', entry.grantId),
          created_at: entry.createdAt.toISOString(),
        })),
        next_cursor: page.nextCursor,
      }
    },
  )
}
