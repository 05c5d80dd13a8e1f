import type { Db } from '../db.ts'
import type { GrantResult } from './apply-grants.ts'

type Asked = { id: string; agencyId: string }

/** What became of grants that were asked for, as far as it is decided. */
export async function readDecisions(db: Db, ids: string[]): Promise<Map<string, GrantResult>> {
  const { rows } = await db.pool.query<{ id: string; answer: GrantResult }>({
    name: 'read-decisions',
    text: 'select id, answer from grant_request where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}

/** Makes sure that these are never granted, unless they are already. A worker in the middle of it is waited for. */
export async function refuseGrants(db: Db, grants: Asked[]): Promise<void> {
  const answer: GrantResult = { outcome: 'error', code: 'UNAVAILABLE' }
  await db.pool.query({
    name: 'refuse-grants',
    text: `insert into grant_request (id, agency_id, outcome, answer)
           select id, "agencyId", 'refused', $2 from json_to_recordset($1::json) as asked ("id" uuid, "agencyId" uuid)
           order by id
           on conflict (id) do nothing`,
    values: [JSON.stringify(grants.map(({ id, agencyId }) => ({ id, agencyId }))), JSON.stringify(answer)],
  })
}
