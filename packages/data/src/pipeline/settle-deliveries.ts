import { breakerOpensAt } from '@parley/contracts/webhook-events'
import type { Db } from '../db.ts'
import { holdDeliveries } from './hold-deliveries.ts'

/** How one try ended, as it is kept. */
export type DeliveryOutcome = {
  deliveryId: string
  endpointId: string
  messageId: string | null
  url: string
  ok: boolean
  error: string | null
  statusCode: number | null
  headers: Record<string, string>
  responseBody: string
  address: string | null
  durationMs: number
  /** How long ago it began: the time that is kept is the database's, as all are. */
  startedAgoMs: number
  /** Null: the retries are used up. */
  retryInMs: number | null
}

/**
 * Keeps how a batch of tries ended: the attempts, what is due next, the messages' states, and the health of their
 * endpoints. Success makes a message `Sent` for good; a failed replay does not take that back.
 */
export async function settleDeliveries(db: Db, outcomes: DeliveryOutcome[]): Promise<void> {
  const verdicts = verdictsOf(outcomes)
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'settle-deliveries',
    text: settleSql,
    values: [
      JSON.stringify(outcomes),
      JSON.stringify(verdicts),
      // The ids once more as arrays: by them the planner finds the rows through the keys, however small a table is.
      verdicts.map(({ endpointId }) => endpointId),
      outcomes.map(({ deliveryId }) => deliveryId),
      outcomes.flatMap(({ messageId }) => messageId ?? []),
    ],
  })
  for (const { id } of rows) await holdDeliveries(db, id)
}

/** What a batch says of each endpoint: failures since the last success in it, and whether it asked to be left alone. */
function verdictsOf(outcomes: DeliveryOutcome[]) {
  const verdicts = new Map<string, { endpointId: string; anyOk: boolean; failures: number; isGone: boolean }>()
  for (const { endpointId, ok, statusCode } of outcomes) {
    const verdict = verdicts.get(endpointId) ?? { endpointId, anyOk: false, failures: 0, isGone: false }
    verdict.anyOk ||= ok
    verdict.failures = ok ? 0 : verdict.failures + 1
    verdict.isGone ||= statusCode === 410
    verdicts.set(endpointId, verdict)
  }
  return [...verdicts.values()]
}

const settleSql = `
with outcome as materialized (
  select * from json_to_recordset($1::json) as o (
    "deliveryId" uuid, "endpointId" uuid, "url" text, "ok" boolean, "error" text, "statusCode" int, "headers" jsonb,
    "responseBody" text, "address" text, "durationMs" int, "startedAgoMs" float8, "retryInMs" float8
  )
),
verdict as materialized (
  select * from json_to_recordset($2::json) as v ("endpointId" uuid, "anyOk" boolean, "failures" int, "isGone" boolean)
),
-- Endpoints before their deliveries, here and wherever both are changed: so nobody waits in a circle.
endpoint as materialized (
  select e.*, v.*, v."failures" + case when v."anyOk" then 0 else e.failures_in_row end as now_in_row
  from webhook_endpoint e join verdict v on v."endpointId" = e.id
  where e.id = any ($3::uuid[])
  order by e.id
  for update of e
),
judged as (
  update webhook_endpoint e set
    failures_in_row = was.now_in_row,
    failing_since = case
      when was."failures" = 0 then null
      when was."anyOk" then now()
      else coalesce(was.failing_since, now())
    end,
    probe_at = case
      when was.now_in_row >= ${breakerOpensAt}
      then now() + least(interval '5 s' * 2 ^ least(was.now_in_row - ${breakerOpensAt}, 10), interval '5 min')
    end,
    disabled_at = coalesce(was.disabled_at, case when was."isGone" or long.failing then now() end),
    disabled_reason = case
      when was.disabled_at is not null then was.disabled_reason
      when was."isGone"
      then 'The webhook is disabled: it answered 410 Gone. Save its URL again, or send it a test that succeeds.'
      when long.failing
      then 'The webhook is disabled: it failed for 5 days. Save its URL again, or send it a test that succeeds.'
    end
  from endpoint was
  cross join lateral (
    select coalesce(not was."anyOk" and was.failing_since < now() - interval '5 days', false) as failing
  ) long
  where e.id = was.id and e.id = any ($3::uuid[])
  returning e.id, e.disabled_at
),
settled as (
  update delivery d set
    attempts = d.attempts + 1,
    retry_no = d.retry_no + case when o."ok" then 0 else 1 end,
    claimed_until = null,
    delivered_at = coalesce(d.delivered_at, case when o."ok" then now() end),
    -- What was held, replayed or delivered meanwhile stays so.
    due_at = case
      when not o."ok" and d.due_at is not null then now() + make_interval(secs => o."retryInMs" / 1000)
    end,
    is_held = d.is_held and not o."ok"
  from outcome o
  where d.id = o."deliveryId" and d.id = any ($4::uuid[]) and o."endpointId" in (select id from endpoint)
  returning d.id, d.message_id, d.attempts
),
kept as (
  insert into delivery_attempt (
    delivery_id, endpoint_id, number, url, started_at, duration_ms, address, status_code, headers, response_body, error
  )
  select
    s.id, o."endpointId", s.attempts, o."url", now() - make_interval(secs => o."startedAgoMs" / 1000), o."durationMs",
    o."address", o."statusCode", o."headers", o."responseBody", o."error"
  from settled s join outcome o on o."deliveryId" = s.id
),
told as (
  update message m set status = case when o."ok" then 'Sent' else 'Failed' end, error = o."error"
  from settled s join outcome o on o."deliveryId" = s.id
  where m.id = s.message_id and m.id = any ($5::uuid[]) and m.status <> 'Sent'
)
select id from judged where disabled_at is not null`
