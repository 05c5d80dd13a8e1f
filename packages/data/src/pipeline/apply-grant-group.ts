import type { RequestedGrant } from '@parley/contracts/jobs'
import type pg from 'pg'
import { applyGrants } from '../credits/apply-grants.ts'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'

/**
 * Makes grants that arrived together, of any number of agencies, and writes down each one's outcome in the same
 * transaction. What is decided already, by an earlier run or by a gateway that stopped waiting, is left alone.
 */
export const applyGrantGroup = (db: Db, grants: RequestedGrant[]): Promise<void> =>
  runAgainAfterRace(() =>
    inTransaction(db, async (client) => {
      const undecided = await findUndecided(client, grants)
      if (undecided.length === 0) return
      const results = await applyGrants(client, undecided)
      const rows = undecided.map(({ id, agencyId }, at) => ({ id, agencyId, answer: results[at] }))
      await client.query({ name: 'decide-grants', text: decideSql, values: [JSON.stringify(rows)] })
    }),
  )

async function findUndecided(client: pg.ClientBase, grants: RequestedGrant[]): Promise<RequestedGrant[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'decided-grants',
    text: 'select id from grant_request where id = any($1::uuid[])',
    values: [grants.map(({ id }) => id)],
  })
  const decided = new Set(rows.map(({ id }) => id))
  return grants.filter(({ id, askedAt }) => !decided.has(id) && Date.now() - askedAt < forgottenAfterMs)
}

/** Long before the rows that say what was decided are swept. Whoever asked was told so long ago. */
const forgottenAfterMs = 24 * 60 * 60 * 1_000

/** In the order of the ids, as the gateway that refuses them does; a row that is there already breaks the key. */
const decideSql = `
insert into grant_request (id, agency_id, outcome, answer)
select id, "agencyId", case when answer ->> 'outcome' = 'error' then 'refused' else 'granted' end::grant_outcome, answer
from json_to_recordset($1::json) as decided ("id" uuid, "agencyId" uuid, "answer" jsonb)
order by id`
