import { errorCatalog, ParleyError } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import type { agencyApi, BatchState, CheckedGrant } from '@parley/contracts/session/agency'
import type { GrantResult } from '@parley/data/credits/apply-grants'
import { tryBatch } from '@parley/data/credits/grant-batch'
import { type BatchGrant, openBatch } from '@parley/data/credits/open-batch'
import { closeBatch, readBatchProgress, readBatchResults } from '@parley/data/credits/read-batch'
import { readBatchReport } from '@parley/data/credits/read-batch-report'
import type { Db } from '@parley/data/db'
import { applyBatch } from '@parley/queues/catalog'
import type { Queues } from '@parley/queues/open-queues'
import { readCsv, sendCsv } from '../csv.ts'
import type { Handlers } from '../endpoints.ts'

type BatchApi = Pick<typeof agencyApi, Extract<keyof typeof agencyApi, `${string} /agency/batches${string}`>>

const sampleSize = 5
const shownProblems = 200

/** Grants from a file: looked at, then written down for the credits worker, which is watched from here. */
export const batchHandlers: Handlers<BatchApi> = {
  'POST /agency/batches/preview': async ({ db, accountId, actor, body }) => {
    const grants = readGrants(body.csv)
    const results = await tryBatch(db, accountId, { grants, atomic: body.atomic }, actor)
    const rows = grants.map((grant, at): CheckedGrant => {
      const result = results[at]
      const fault = result?.outcome === 'error' ? explain(result) : null
      return { line: at + 2, email: grant.email, amount: grant.amount, description: grant.description ?? '', fault }
    })
    const granted = results.flatMap((result) => (result.outcome === 'granted' ? [Number(result.creditsAdded)] : []))
    return {
      size: grants.length,
      ...countOutcomes(results),
      credits: Number(granted.reduce((sum, credits) => sum + credits, 0).toFixed(4)),
      sample: rows.slice(0, sampleSize),
      problems: rows.filter(({ fault }) => fault !== null).slice(0, shownProblems),
    }
  },

  'POST /agency/batches': async ({ db, queues, accountId, actor, body }) => {
    const grants = readGrants(body.csv)
    const request = { grants, atomic: body.atomic, idempotencyKey: body.key }
    const { id: batchId } = await openBatch(db, accountId, request, actor)
    await wakeWorker(queues, batchId).catch(async (cause: unknown) => {
      await closeBatch(db, accountId, batchId)
      throw new ParleyError('UNAVAILABLE', 'Nothing was granted: the queue cannot take it now. Try again shortly.', {
        cause,
      })
    })
    return { id: showId('grantBatch', batchId), size: grants.length }
  },

  'GET /agency/batches/:batch': async ({ db, queues, accountId, params }) => {
    const state = await readState(db, accountId, params.batch)
    // Whoever watches makes sure that it gets on: the first wake-up may have been lost.
    if (state.state === 'open') await wakeWorker(queues, params.batch).catch(() => {})
    return state
  },

  'POST /agency/batches/:batch/stop': async ({ db, accountId, params }) => {
    await closeBatch(db, accountId, params.batch)
    return readState(db, accountId, params.batch)
  },

  'GET /agency/batches/:batch/results.csv': async ({ db, accountId, params, reply }) => {
    const report = (await readBatchReport(db, accountId, params.batch)) ?? noBatch()
    const header = ['line', 'email', 'amount', 'description', 'outcome', 'new_balance', 'error']
    const rows = report.map(({ grant, result }, at) => [
      at + 2,
      grant.email,
      grant.amount,
      grant.description ?? null,
      result.outcome,
      result.outcome === 'error' ? null : Number(result.newBalance),
      result.outcome === 'error' ? explain(result) : null,
    ])
    return sendCsv(reply, `grants-${showId('grantBatch', params.batch)}.csv`, [header, ...rows])
  },
}

/** One wake-up at a time for each batch. */
const wakeWorker = (queues: Queues, batchId: string): Promise<void> =>
  queues.enqueue(applyBatch, { batchId }, { deduplication: { id: batchId } })

const readGrants = (csv: string): BatchGrant[] =>
  readCsv(csv, ['email', 'amount']).map(({ email = '', amount = '', description, idempotency_key }) => ({
    email,
    amount,
    description: description || undefined,
    idempotencyKey: idempotency_key || undefined,
  }))

async function readState(db: Db, agencyId: string, batchId: string): Promise<BatchState> {
  const progress = (await readBatchProgress(db, agencyId, batchId)) ?? noBatch()
  const results = progress.state === 'open' ? [] : await readBatchResults(db, agencyId, batchId)
  return { ...progress, ...countOutcomes(results) }
}

function countOutcomes(results: GrantResult[]) {
  const count = (outcome: GrantResult['outcome']) => results.filter((each) => each.outcome === outcome).length
  return { granted: count('granted'), duplicates: count('duplicate'), failed: count('error') }
}

const explain = ({ code }: Extract<GrantResult, { outcome: 'error' }>): string => errorCatalog[code].meaning

function noBatch(): never {
  throw new ParleyError('NOT_FOUND', 'There is no such batch; results are kept for a week.')
}
