import { errorCatalog } from '@parley/contracts/errors'
import { showId } from '@parley/contracts/ids'
import type { GrantResult } from '@parley/data/credits/apply-grants'

/** A grant's result as people and files get it. */
export const showResult = (result: GrantResult) =>
  result.outcome === 'error'
    ? { status: 'error', error: `${result.code}: ${errorCatalog[result.code].meaning}` }
    : {
        status: result.outcome,
        subAccountId: showId('account', result.subAccountId),
        creditsAdded: result.creditsAdded,
        newBalance: result.newBalance,
        grantId: showId('creditEntry', result.entryId),
      }
