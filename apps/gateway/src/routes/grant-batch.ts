import { errorCatalog } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import { IdempotencyHeader } from '@parley/contracts/idempotency'
import { showId } from '@parley/contracts/ids'
import { GrantBatch, GrantBatchAnswer, GrantCredits } from '@parley/contracts/subaccounts'
import type { GrantResult } from '@parley/data/credits/apply-grants'
import type { BatchGrant } from '@parley/data/credits/open-batch'
import { createGrantBatch } from '@parley/runtime/grant-batch'
import type { z } from 'zod'
import { answers } from '../answers.ts'
import { largeBodyBytes, type Route } from '../route.ts'

type Result = z.input<typeof GrantBatchAnswer>['results'][number]
type Fault = Extract<Result, { status: 'error' }>

export const grantBatchRoute: Route = async (app, { db, queues }) => {
  const grantBatch = createGrantBatch({ db, queues })
  app.post(
    '/credits/batch',
    {
      bodyLimit: largeBodyBytes,
      schema: {
        tags: ['Sub-accounts'],
        summary: 'Grant credits to up to 10,000 sub-accounts',
        description:
          'Answers in the order of the grants. A bad one does not spoil the others, unless the batch is `atomic`. An ' +
          'idempotency key in the header gives each grant without one a key of its own: send the same batch again.',
        headers: IdempotencyHeader,
        body: GrantBatch,
        response: answers(
          { 200: GrantBatchAnswer.describe('What became of each grant.') },
          { body: true, codes: ['AGENCY_ONLY', 'GRANT_UNKNOWN'] },
        ),
      },
    },
    async (request) => {
      const { grants, atomic, dry_run: dryRun } = request.body
      const items = grants.map(readItem)
      const read = items.map((item) => ('fault' in item ? unreadable : item.grant))
      const idempotencyKey = request.headers['idempotency-key']
      const { accountId, hint } = request.account
      const agency = { accountId, actor: `key:${hint}` }
      const decided = await grantBatch(agency, { grants: read, atomic, dryRun, idempotencyKey })
      const results = decided.map((result, at): Result => {
        const item = items[at]
        return item && 'fault' in item ? item.fault : showResult(result)
      })
      const count = (status: Result['status']) => results.filter((result) => result.status === status).length
      return {
        success: count('error') === 0,
        granted: count('granted'),
        duplicates: count('duplicate'),
        failed: count('error'),
        results,
      }
    },
  )
}

/** Stands where a grant could not be read: it has no amount, so nothing is granted for it, and nothing if atomic. */
const unreadable: BatchGrant = { email: '', amount: '' }

function readItem(item: unknown): { grant: BatchGrant } | { fault: Fault } {
  const read = GrantCredits.safeParse(item)
  if (read.success) {
    const { idempotency_key: idempotencyKey, ...grant } = read.data
    return { grant: { ...grant, idempotencyKey } }
  }
  const [issue] = read.error.issues
  const code = issue?.code === 'custom' && issue.params?.code ? String(issue.params.code) : 'BAD_REQUEST'
  const message = issue ? explainIssue(issue, 'The grant') : 'The grant is not valid'
  return { fault: { status: 'error', error: { code, message } } }
}

function showResult(result: GrantResult): Result {
  if (result.outcome === 'error') {
    return { status: 'error', error: { code: result.code, message: errorCatalog[result.code].meaning } }
  }
  return {
    status: result.outcome,
    sub_account_id: showId('account', result.subAccountId),
    credits_added: Number(result.creditsAdded),
    new_balance: Number(result.newBalance),
  }
}
