import type pg from 'pg'

export type Outgoing = {
  /** Derived from what makes the message unique, so that storing it again changes nothing. */
  id: string
  accountId: string
  conversationId: string
  body: string
  sentBy: 'bot' | 'person' | 'api'
  /** The person, when one typed it. */
  sentById?: string | undefined
  /** The turn that a bot's reply answers. */
  turnNo?: number | undefined
  campaignRef?: string | undefined
  /** Without one: that of the conversation. */
  channel?: string | undefined
  requestId?: string | undefined
}

export type StoredOutgoing = { sequence: number; status: 'Pending' | 'Failed'; wakeEndpointId: string | null }

/**
 * Writes an outgoing message with the next `sequence` of its conversation and the delivery that is now due for it.
 * Runs in the caller's transaction; after the commit the caller wakes the endpoint. The conversation exists, and the
 * caller has made sure that the message does not: a repeat breaks the primary key and rolls the transaction back.
 */
export async function storeOutgoing(client: pg.ClientBase, outgoing: Outgoing): Promise<StoredOutgoing> {
  const { rows } = await client.query<StoredOutgoing>({
    name: 'store-outgoing',
    text: storeOutgoingSql,
    values: [
      outgoing.id,
      outgoing.accountId,
      outgoing.conversationId,
      outgoing.body,
      outgoing.sentBy,
      outgoing.sentById ?? null,
      outgoing.turnNo ?? null,
      outgoing.campaignRef ?? null,
      outgoing.channel ?? null,
      outgoing.requestId ?? null,
    ],
  })
  const [stored] = rows
  if (!stored) throw new Error(`Conversation ${outgoing.conversationId} is gone; nothing was stored`)
  return stored
}

const storeOutgoingSql = `
with sequenced as (
  update conversation set
    out_seq = out_seq + 1,
    message_count = message_count + 1,
    last_message_at = greatest(last_message_at, now()),
    last_preview = left($4, 160)
  where id = $3 and account_id = $2
  returning out_seq, channel, is_playground
),
endpoint as (
  select endpoint.id, disabled_at, disabled_reason
  from sequenced join webhook_endpoint endpoint
    on account_id = $2 and kind = (case when is_playground then 'playground' else 'reply' end)::webhook_kind
),
written as (
  insert into message (
    id, account_id, conversation_id, direction, kind, body, status, error, channel, campaign_ref,
    turn_no, sent_by, sent_by_id, sequence, request_id, accepted_at, feed_xid
  )
  select
    $1, $2, $3, 'outgoing', 'text', $4,
    case when endpoint.id is null or endpoint.disabled_at is not null then 'Failed' else 'Pending' end,
    case
      when endpoint.id is null then 'No webhook URL is saved for this account. Save one, then replay the message.'
      when endpoint.disabled_at is not null then coalesce(endpoint.disabled_reason, 'The webhook is disabled.')
    end,
    coalesce($9, sequenced.channel), $8, $7, $5::sent_by, $6, sequenced.out_seq, $10, now(), pg_current_xact_id()
  from sequenced left join endpoint on true
  returning sequence, status
),
owed as (
  insert into delivery (id, account_id, endpoint_id, message_id, conversation_id, sequence, due_at, is_held)
  select
    $1, $2, endpoint.id, $1, $3, written.sequence,
    case when endpoint.disabled_at is null then now() end, endpoint.disabled_at is not null
  from written, endpoint
  returning endpoint_id, due_at
)
select
  written.sequence,
  written.status,
  (select endpoint_id from owed where due_at is not null) as "wakeEndpointId"
from written`
