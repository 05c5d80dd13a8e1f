import type { Db } from '../db.ts'

/** How far back the bot looks; what a model gets to see of it is cut further by its length. */
const historyMessages = 50

export type TurnMessage = {
  direction: 'incoming' | 'outgoing'
  body: string
  /** Not answered yet: what this turn is about. */
  isOpen: boolean
  campaignRef: string | null
  mediaUrl: string | null
  mediaContentType: string | null
  mediaId: string | null
}

export type OpenTurn = {
  accountId: string
  conversationId: string
  turnNo: number
  /** Failed tries so far, and how often a newer message made it start over. */
  tries: number
  restarts: number
  /** By the database's clock. */
  readAt: Date
  channel: string
  campaignRef: string | null
  owner: 'bot' | 'person'
  waitsForPerson: boolean
  conversationBot: boolean
  contactBot: boolean
  doNotDisturb: boolean
  firstName: string | null
  lastName: string | null
  accountBot: boolean
  accountDisabled: boolean
  /** Only sub-accounts pay for replies. */
  isMetered: boolean
  replyCost: string
  canPay: boolean
  recentBotReplies: number
  newestAgeS: number
  openIds: string[]
  /** In their order, the open ones last but for what was sent meanwhile. */
  messages: TurnMessage[]
}

/**
 * All that the bot's decision and answer rest on, as of one moment: `turnNo` counts exactly the messages in `openIds`.
 */
export async function readOpenTurn(db: Db, conversationId: string): Promise<OpenTurn | null> {
  const { rows } = await db.pool.query<OpenTurn>({
    name: 'read-open-turn',
    text: readSql,
    values: [conversationId, historyMessages],
  })
  return rows[0] ?? null
}

const readSql = `
with c as (
  select * from conversation where id = $1 and turn_no > answered_no
),
open as materialized (
  select id, accepted_at from message
  where conversation_id = $1 and direction = 'incoming' and kind = 'text' and turn_no is null
  order by accepted_at desc, id desc
  limit (select turn_no - answered_no from c)
),
recent as (
  select message.*, open.id is not null as is_open
  from message left join open on open.id = message.id, c
  where message.conversation_id = $1 and message.kind = 'text'
    and message.accepted_at >= coalesce(least(c.handed_back_at, (select min(accepted_at) from open)), '-infinity')
    and (c.handed_back_at is null or message.accepted_at > c.handed_back_at or open.id is not null)
  order by message.accepted_at desc, message.id desc
  limit $2
)
select
  c.account_id as "accountId", c.id as "conversationId", c.turn_no as "turnNo", c.turn_tries as "tries",
  c.turn_restarts as "restarts", now() as "readAt", c.channel, c.campaign_ref as "campaignRef", c.owner,
  c.needs_person_since is not null as "waitsForPerson", c.bot_enabled as "conversationBot",
  contact.bot_enabled as "contactBot", contact.do_not_disturb as "doNotDisturb",
  contact.first_name as "firstName", contact.last_name as "lastName",
  account.bot_enabled as "accountBot", account.disabled_at is not null as "accountDisabled",
  account.reply_cost::text as "replyCost",
  account.kind = 'sub_account' as "isMetered",
  account.kind <> 'sub_account' or coalesce(credit_balance.balance, 0) >= account.reply_cost as "canPay",
  (
    select count(*)::int from message
    where conversation_id = $1 and sent_by = 'bot' and accepted_at > now() - interval '10 minutes'
  ) as "recentBotReplies",
  extract(epoch from now() - (select max(accepted_at) from open))::float as "newestAgeS",
  array(select id from open) as "openIds",
  (
    select coalesce(json_agg(json_build_object(
      'direction', direction, 'body', body, 'isOpen', is_open, 'campaignRef', campaign_ref,
      'mediaUrl', media_url, 'mediaContentType', media_content_type, 'mediaId', media_id
    ) order by accepted_at, id), '[]') from recent
  ) as messages
from c
join account on account.id = c.account_id
join contact on contact.id = c.id
left join credit_balance on credit_balance.account_id = c.account_id`
