import type { AcceptedMessage } from '@parley/contracts/jobs'
import type { Db } from '../db.ts'

/**
 * Stores a batch of accepted messages of any number of accounts, with what is due next, in one statement.
 * Only truly new messages touch their conversation and contact, so a batch that runs again changes nothing.
 * Rows are written in the order of their ids, so batches that run at once cannot deadlock.
 */
export async function storeMessages(db: Db, messages: AcceptedMessage[]): Promise<{ storedIds: string[] }> {
  const { rows } = await db.pool.query<[string]>({
    name: 'store-messages',
    text: storeMessagesSql,
    values: [JSON.stringify(messages)],
    rowMode: 'array',
  })
  return { storedIds: rows.map(([id]) => id) }
}

const storeMessagesSql = `
with input as materialized (
  select distinct on ("id") * from json_to_recordset($1::json) as m (
    "id" uuid, "accountId" uuid, "contactId" uuid, "fromId" text, "sid" text, "toId" text, "kind" message_kind,
    "body" text, "status" text, "channel" text, "campaignRef" text, "firstName" text, "lastName" text, "email" text,
    "mediaUrl" text, "mediaContentType" text, "mediaId" uuid, "acceptedAt" bigint, "requestId" text,
    "playground" boolean
  )
  order by "id", "acceptedAt"
),
fresh as (
  insert into message (
    id, account_id, conversation_id, direction, kind, body, status, channel, sid, to_id, campaign_ref,
    media_url, media_content_type, media_id, request_id, accepted_at
  )
  select
    "id", "accountId", "contactId", 'incoming', "kind", "body", "status", coalesce("channel", 'custom'), "sid", "toId",
    "campaignRef", "mediaUrl", "mediaContentType", "mediaId", "requestId", to_timestamp("acceptedAt" / 1000.0)
  from input
  order by "id"
  on conflict (id) do nothing
  returning id, account_id, conversation_id, kind, body, channel, campaign_ref, accepted_at
),
tally as (
  select
    conversation_id,
    account_id,
    count(*)::int as messages,
    count(*) filter (where kind = 'text')::int as answerable,
    max(accepted_at) as last_at,
    (array_agg(left(body, 160) order by accepted_at desc, id desc))[1] as preview,
    (array_agg(channel order by accepted_at desc, id desc))[1] as channel,
    (array_agg(campaign_ref order by accepted_at desc, id desc) filter (where campaign_ref is not null))[1] as campaign_ref
  from fresh
  group by conversation_id, account_id
),
turns as (
  select tally.*, make_interval(secs => coalesce((
    select quiet_ms from campaign
    where campaign.account_id = tally.account_id and active
      and (is_default or 'cmp_' || replace(campaign.id::text, '-', '') = tally.campaign_ref)
    order by is_default
    limit 1
  ), 1500) / 1000.0) as quiet
  from tally
),
conversations as (
  insert into conversation as c (
    id, account_id, channel, campaign_ref, message_count, unread_count, last_message_at, last_preview,
    turn_no, turn_first_at, turn_due_at, is_playground
  )
  select
    conversation_id, account_id, channel, campaign_ref, messages, messages, last_at, preview,
    answerable, case when answerable > 0 then now() end, case when answerable > 0 then now() + quiet end,
    conversation_id in (select "contactId" from input where "playground")
  from turns
  order by conversation_id
  on conflict (id) do update set
    message_count = c.message_count + excluded.message_count,
    unread_count = c.unread_count + excluded.unread_count,
    last_message_at = greatest(c.last_message_at, excluded.last_message_at),
    last_preview = case when excluded.last_message_at >= c.last_message_at then excluded.last_preview else c.last_preview end,
    channel = case when excluded.last_message_at >= c.last_message_at then excluded.channel else c.channel end,
    campaign_ref = coalesce(excluded.campaign_ref, c.campaign_ref),
    turn_no = c.turn_no + excluded.turn_no,
    turn_first_at = coalesce(c.turn_first_at, excluded.turn_first_at),
    turn_due_at = case
      when excluded.turn_due_at is null then c.turn_due_at
      else least(
        excluded.turn_due_at,
        coalesce(c.turn_first_at, excluded.turn_first_at) + 4 * (excluded.turn_due_at - excluded.turn_first_at)
      )
    end
),
contacts as (
  insert into contact as c (id, account_id, external_id, first_name, last_name, email)
  select
    "contactId",
    "accountId",
    min("fromId"),
    (array_agg("firstName" order by "acceptedAt") filter (where "firstName" is not null))[1],
    (array_agg("lastName" order by "acceptedAt") filter (where "lastName" is not null))[1],
    (array_agg("email" order by "acceptedAt") filter (where "email" is not null))[1]
  from input
  where "id" in (select id from fresh)
  group by "contactId", "accountId"
  order by "contactId"
  on conflict (id) do update set
    first_name = coalesce(c.first_name, excluded.first_name),
    last_name = coalesce(c.last_name, excluded.last_name),
    email = coalesce(c.email, excluded.email)
  where (c.first_name is null and excluded.first_name is not null)
    or (c.last_name is null and excluded.last_name is not null)
    or (c.email is null and excluded.email is not null)
),
files as (
  insert into media_fetch (message_id, account_id, url, content_type)
  select "id", "accountId", "mediaUrl", "mediaContentType"
  from input
  where "mediaUrl" is not null and "mediaId" is null and "id" in (select id from fresh)
)
select id from fresh`
