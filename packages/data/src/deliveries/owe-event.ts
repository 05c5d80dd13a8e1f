import type pg from 'pg'

export type OwedEvent = {
  /** Derived from what makes the event unique, so that owing it again changes nothing. */
  id: string
  /** Whose endpoint it goes to: the agency of an auto-recharge request. */
  accountId: string
  kind: 'auto_recharge'
  /** The body that is posted. */
  payload: Record<string, unknown>
}

/**
 * Writes that an event which is not a message is owed to the account's endpoint of its kind. Runs in the caller's
 * transaction; after the commit the caller wakes the endpoint, unless there is none (null) or it is disabled (null too:
 * the event is held until it is enabled).
 */
export async function oweEvent(client: pg.ClientBase, event: OwedEvent): Promise<{ wakeEndpointId: string | null }> {
  const { rows } = await client.query<{ wakeEndpointId: string }>({
    name: 'owe-event',
    text: oweEventSql,
    values: [event.id, event.accountId, event.kind, JSON.stringify(event.payload)],
  })
  return { wakeEndpointId: rows[0]?.wakeEndpointId ?? null }
}

const oweEventSql = `
with owed as (
  insert into delivery (id, account_id, endpoint_id, payload, due_at, is_held)
  select $1, $2, id, $4::jsonb, case when disabled_at is null then now() end, disabled_at is not null
  from webhook_endpoint where account_id = $2 and kind = $3::webhook_kind
  on conflict (id) do nothing
  returning endpoint_id, due_at
)
select endpoint_id as "wakeEndpointId" from owed where due_at is not null`
