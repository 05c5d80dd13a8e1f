import { CreditAmount } from '@parley/contracts/credits'
import type pg from 'pg'
import { applyGrants, type BatchedGrant, type Giver, type GrantResult } from './apply-grants.ts'

/**
 * Makes the grants of one batch as far as they can be made, and takes all of it back unless the results are to be
 * kept. So a dry run answers by the very statement that would have granted.
 */
export async function decideGrants(
  client: pg.ClientBase,
  giver: Giver,
  grants: BatchedGrant[],
  keep: (results: GrantResult[]) => boolean,
): Promise<GrantResult[]> {
  const valid = grants.filter(({ amount }) => CreditAmount.safeParse(amount).success)
  await client.query('savepoint grants')
  const applied = await applyGrants(client, giver, valid)
  const resultOf = new Map(valid.map(({ id }, at) => [id, applied[at]]))
  const results = grants.map(({ id }) => resultOf.get(id) ?? notAnAmount)
  if (!keep(results)) await client.query('rollback to savepoint grants')
  return results
}

const notAnAmount: GrantResult = { outcome: 'error', code: 'INVALID_AMOUNT' }

export const hasError = (results: GrantResult[]): boolean => results.some(({ outcome }) => outcome === 'error')

/** Of an atomic batch none is granted when one cannot be. */
export const allOrNone = (results: GrantResult[]): GrantResult[] =>
  hasError(results)
    ? results.map((result) => (result.outcome === 'error' ? result : { outcome: 'error', code: 'BATCH_REFUSED' }))
    : results
