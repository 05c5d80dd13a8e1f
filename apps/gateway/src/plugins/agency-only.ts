import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance } from 'fastify'

/** Register after `authenticate`, which finds the account. */
export function agencyOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.account.kind === 'agency') return
    throw new ParleyError('AGENCY_ONLY', 'Only agency accounts have sub-accounts: use the key of the agency.')
  })
}
