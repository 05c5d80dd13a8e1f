import { showId } from '@parley/contracts/ids'
import { breakerOpensAt, type ReplyEvent } from '@parley/contracts/webhook-events'
import type { Db } from '../db.ts'

export type ClaimedEndpoint = {
  id: string
  url: string
  /** The current secret, and the previous one while it still counts. */
  secretsSealed: string[]
  isDisabled: boolean
}

export type ClaimedDelivery = {
  id: string
  accountId: string
  /** Of a reply. */
  conversationId: string | null
  endpointId: string
  messageId: string | null
  retryNo: number
  body: string
}

/** A worker that died is waited for this long. Longer than a post can take, so that nobody else posts meanwhile. */
export const claimLeaseS = 25
/** How long a reply that is being posted may keep later ones of its conversation waiting. */
const orderPatienceS = 10

type Row = {
  endpoint: ClaimedEndpoint | null
  deliveries: (Omit<ClaimedDelivery, 'body'> & {
    payload: unknown
    reply:
      | (Omit<ReplyEvent, 'contactId' | 'messageId' | 'userId'> &
          Record<'conversationId' | 'messageId' | 'userId', string>)
      | null
  })[]
}

/**
 * Takes up to `limit` due deliveries of an endpoint, oldest first. A reply stays behind while an earlier one of its
 * conversation has not been tried, or is being tried for less than 10 s. While the endpoint is broken one delivery is
 * given out, at the time of the next probe.
 */
export async function claimDeliveries(
  db: Db,
  endpointId: string,
  limit: number,
): Promise<{ endpoint: ClaimedEndpoint; deliveries: ClaimedDelivery[] }> {
  const { rows } = await db.pool.query<Row>({ name: 'claim-deliveries', text: claimSql, values: [endpointId, limit] })
  const [row] = rows
  if (!row?.endpoint) throw new Error(`There is no webhook endpoint ${endpointId}`)
  return {
    endpoint: row.endpoint,
    deliveries: row.deliveries.map(({ payload, reply, ...delivery }) => ({
      ...delivery,
      body: JSON.stringify(reply ? replyEvent(reply) : payload),
    })),
  }
}

const replyEvent = ({ conversationId, messageId, userId, ...rest }: NonNullable<Row['deliveries'][number]['reply']>) =>
  ({
    contactId: showId('contact', conversationId),
    messageId: showId('message', messageId),
    userId: showId('user', userId),
    ...rest,
  }) satisfies ReplyEvent

const claimSql = `
with endpoint as materialized (
  select * from webhook_endpoint where id = $1
),
probe as (
  update webhook_endpoint set probe_at = now() + interval '${claimLeaseS} s'
  where id = $1 and disabled_at is null and failures_in_row >= ${breakerOpensAt}
    and (probe_at is null or probe_at <= now())
    and exists (
      select from delivery
      where endpoint_id = $1 and due_at <= now() and (claimed_until is null or claimed_until <= now())
    )
  returning id
),
due as materialized (
  select d.id from delivery d
  where d.endpoint_id = $1 and d.due_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
    -- A scalar, so that the planner looks only at the few rows that are taken and not at the whole backlog.
    and coalesce((
      select false from delivery earlier
      where earlier.conversation_id = d.conversation_id and earlier.sequence < d.sequence
        and earlier.due_at is not null and earlier.retry_no = 0
        and (
          earlier.claimed_until is null or earlier.claimed_until <= now()
          or earlier.claimed_until > now() + interval '${claimLeaseS - orderPatienceS} s'
        )
      limit 1
    ), true)
  order by d.due_at
  limit (
    select case
      when disabled_at is not null then 0
      when failures_in_row >= ${breakerOpensAt} then (select count(*) from probe)
      else $2
    end
    from endpoint
  )
  for update of d skip locked
),
claimed as (
  update delivery d set
    claimed_until = now() + interval '${claimLeaseS} s',
    -- Nobody is owed a message that was erased.
    due_at = case when d.message_id is null or exists (select from message where id = d.message_id) then d.due_at end
  where d.id in (select id from due)
  returning d.id, d.account_id, d.endpoint_id, d.message_id, d.payload, d.retry_no, d.due_at
)
select
  (
    select json_build_object(
      'id', id,
      'url', url,
      'secretsSealed', array_remove(
        array[secret_sealed, case when previous_secret_until > now() then previous_secret_sealed end], null
      ),
      'isDisabled', disabled_at is not null
    )
    from endpoint
  ) as endpoint,
  coalesce(json_agg(json_build_object(
    'id', c.id,
    'accountId', c.account_id,
    'conversationId', m.conversation_id,
    'endpointId', c.endpoint_id,
    'messageId', c.message_id,
    'retryNo', c.retry_no,
    'payload', c.payload,
    'reply', case when m.id is not null then json_build_object(
      'conversationId', m.conversation_id,
      'messageId', m.id,
      'userId', a.owner_id,
      'body', m.body,
      'toId', contact.external_id,
      'channel', m.channel,
      'createdAt', to_char(m.accepted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'sentBy', m.sent_by,
      'sequence', m.sequence
    ) end
  ) order by c.due_at) filter (where c.due_at is not null), '[]') as deliveries
from claimed c
left join message m on m.id = c.message_id
left join account a on a.id = m.account_id
left join contact on contact.id = m.conversation_id`
