import { breakerOpensAt } from '@parley/contracts/webhook-events'
import type { Db } from '../db.ts'

/**
 * The endpoints at which something can be posted now. It hops over the index from endpoint to endpoint, so a long
 * backlog at one of them costs nothing. What was stored as held in the moment in which its endpoint was enabled is
 * released on the way.
 */
export async function findDueEndpoints(db: Db): Promise<string[]> {
  await db.pool.query({ name: 'release-strays', text: releaseStraysSql })
  const { rows } = await db.pool.query<{ id: string }>({ name: 'find-due-endpoints', text: dueSql })
  return rows.map((row) => row.id)
}

/** Every endpoint that has deliveries of the given kind, each found by one look into the partial index. */
const hop = (which: string) => `
  recursive seen (id) as (
    (select endpoint_id from delivery where ${which} order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from delivery where ${which} and endpoint_id > seen.id order by endpoint_id limit 1
    )
    from seen where seen.id is not null
  )`

const dueSql = `
with ${hop('due_at is not null')}
select e.id from seen join webhook_endpoint e on e.id = seen.id
where (e.failures_in_row < ${breakerOpensAt} or e.probe_at is null or e.probe_at <= now() or e.disabled_at is not null)
  and exists (
    select from delivery d
    where d.endpoint_id = e.id and d.due_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
  )`

const releaseStraysSql = `
with ${hop('is_held')}
update delivery d set is_held = false, due_at = d.created_at
from seen join webhook_endpoint e on e.id = seen.id
where e.disabled_at is null and d.endpoint_id = e.id and d.is_held`
