import type { Db } from '../db.ts'

/** Holds what is due at a disabled endpoint until it is enabled, and says so on the messages. */
export async function holdDeliveries(db: Db, endpointId: string): Promise<void> {
  await db.pool.query({ name: 'hold-deliveries', text: holdSql, values: [endpointId] })
}

const holdSql = `
with endpoint as materialized (
  select id, disabled_reason from webhook_endpoint where id = $1 and disabled_at is not null for update
),
held as (
  update delivery d set due_at = null, claimed_until = null, is_held = true
  from endpoint
  where d.endpoint_id = endpoint.id and d.due_at is not null
  returning d.message_id
)
update message m set status = 'Failed', error = coalesce(endpoint.disabled_reason, 'The webhook is disabled.')
from held, endpoint
where m.id = held.message_id and m.status <> 'Sent'`
