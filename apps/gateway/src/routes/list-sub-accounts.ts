import { ParleyError } from '@parley/contracts/errors'
import { readId, showId } from '@parley/contracts/ids'
import { PageQuery, SubAccounts } from '@parley/contracts/subaccounts'
import { listSubAccounts } from '@parley/data/accounts/list-sub-accounts'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const listSubAccountsRoute: Route = async (app, { db }) => {
  app.get(
    '',
    {
      schema: {
        tags: ['Sub-accounts'],
        summary: 'List sub-accounts, oldest first',
        querystring: PageQuery,
        response: answers({ 200: SubAccounts.describe('A page of them.') }, { codes: ['AGENCY_ONLY'] }),
      },
    },
    async (request) => {
      const { cursor, limit } = request.query
      const after = cursor === undefined ? undefined : readId('account', cursor)
      if (after === null) throw new ParleyError('BAD_REQUEST', 'cursor must be the next_cursor of an earlier answer')
      const { items, nextCursor } = await listSubAccounts(db, request.account.accountId, { cursor: after, limit })
      return {
        sub_accounts: items.map(({ id, email, name, balance, autoRecharge: rule, disabledAt, createdAt }) => ({
          id: showId('account', id),
          email,
          name,
          credit_balance: Number(balance),
          auto_recharge: rule && {
            threshold: Number(rule.threshold),
            amount: Number(rule.amount),
            enabled: rule.enabled,
          },
          disabled: disabledAt !== null,
          created_at: createdAt.toISOString(),
        })),
        next_cursor: nextCursor && showId('account', nextCursor),
      }
    },
  )
}
