import { ParleyError } from '@parley/contracts/errors'
import type pg from 'pg'

/** Refuses what is not a sub-account of this agency, without a hint whether it exists elsewhere. */
export async function findSubAccount(client: pg.ClientBase | pg.Pool, agencyId: string, id: string): Promise<void> {
  const { rowCount } = await client.query('select from account where id = $1 and agency_id = $2', [id, agencyId])
  if (rowCount === 0) throw new ParleyError('SUBACCOUNT_NOT_FOUND', 'You have no such sub-account; check its id')
}
