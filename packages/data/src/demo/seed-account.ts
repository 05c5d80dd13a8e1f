import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { rollUpMessages } from '../pipeline/roll-up-messages.ts'
import { inventConversation, type Plan } from './invent-conversation.ts'
import { randomFrom } from './random.ts'

const messagesABatch = 5_000
const spanDays = 90

export type Seeding = { contacts: number; messages: number; onProgress?(messages: number): void }

/**
 * Fills an account with invented people and what they said over the last three months. Nothing of it is due: no bot
 * answers and no webhook is called. Who is there already stays as they are, so it can be run again and goes on where
 * it was ended.
 */
export async function seedAccount(db: Db, accountId: string, { contacts, messages, onProgress }: Seeding) {
  await refuseRealPeople(db, accountId)
  const team = await readTeam(db, accountId)
  const now = Date.now()
  const plans = shareOut(contacts, messages).map((count, index): Plan => {
    // The later the denser, and the last one just now.
    const daysAgo = spanDays * (1 - (index + 1) / contacts) ** 1.6
    return { accountId, number: index + 1, messages: count, daysAgo, now, team }
  })
  const added = { contacts: 0, messages: 0 }
  let [planned, batch]: [number, Plan[]] = [0, []]
  for (const [index, plan] of plans.entries()) {
    batch.push(plan)
    planned += plan.messages
    const isFull = batch.reduce((sum, each) => sum + each.messages, 0) >= messagesABatch
    if (!isFull && index < plans.length - 1) continue
    const stored = await storeBatch(db, accountId, batch)
    added.contacts += stored.contacts
    added.messages += stored.messages
    batch = []
    onProgress?.(planned)
  }
  if (added.contacts > 0) await db.pool.query('vacuum (analyze) contact, conversation, message')
  // So that charts show them at once rather than after some ticks of the console.
  while ((await rollUpMessages(db)).more);
  return added
}

/** Invented people among real ones would be written to, exported and counted. */
async function refuseRealPeople(db: Db, accountId: string): Promise<void> {
  const { rows } = await db.pool.query<{ real: boolean }>(
    `select exists (
       select from contact left join conversation on conversation.id = contact.id
       where contact.account_id = $1 and coalesce(external_id, '') not like 'demo-%' and is_playground is not true
     ) as real
     from account where id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
  if (rows[0].real) {
    throw new ParleyError('BAD_REQUEST', 'The account has contacts of its own; make another one with: account create')
  }
}

async function readTeam(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ user_id: string }>(
    `select user_id from membership where account_id = $1 and role <> 'viewer' order by created_at, user_id`,
    [accountId],
  )
  return rows.map((row) => row.user_id)
}

/** Few write much and many write little; the newest one has a hundredth of it all. Makes exactly so many messages. */
function shareOut(contacts: number, messages: number): number[] {
  const busiest = contacts > 1 ? Math.min(Math.floor(messages / 100), messages - contacts) : 0
  const weights = Array.from({ length: contacts }, (_, index) => -Math.log(1 - randomFrom(index + 1).share()))
  const scale = (messages - contacts - busiest) / weights.reduce((sum, weight) => sum + weight, 0)
  let [sum, given] = [0, 0]
  return weights.map((weight, index) => {
    sum += weight
    const upToHere = index === contacts - 1 ? messages - contacts - busiest : Math.round(sum * scale)
    const share = upToHere - given
    given = upToHere
    return 1 + share + (index === contacts - 1 ? busiest : 0)
  })
}

async function storeBatch(db: Db, accountId: string, batch: Plan[]) {
  const people = batch.map(inventConversation)
  const { rows } = await db.pool.query<{ contacts: number; messages: number }>(seedSql, [
    accountId,
    JSON.stringify(people.map(({ contact, conversation }) => ({ ...contact, ...conversation }))),
    JSON.stringify(people.flatMap(({ messages }) => messages)),
  ])
  return rows[0] ?? { contacts: 0, messages: 0 }
}

const seedSql = `
with people as materialized (
  select * from json_to_recordset($2::json) as p (
    "id" uuid, "fromId" text, "firstName" text, "lastName" text, "phone" text, "email" text, "botEnabled" boolean,
    "doNotDisturb" boolean, "createdAt" bigint, "channel" text, "messages" int, "unread" int, "lastAt" bigint,
    "preview" text, "owner" conversation_owner, "assigneeId" uuid, "needsPerson" text, "turns" int, "sent" int
  )
),
fresh as (
  insert into contact (
    id, account_id, external_id, first_name, last_name, phone, email, bot_enabled, do_not_disturb, created_at
  )
  select "id", $1, "fromId", "firstName", "lastName", "phone", "email", "botEnabled", "doNotDisturb",
         to_timestamp("createdAt" / 1000.0)
  from people
  on conflict do nothing
  returning id
),
conversations as (
  insert into conversation (
    id, account_id, channel, message_count, unread_count, last_message_at, last_preview, owner, assignee_id,
    needs_person_since, needs_person_reason, turn_no, answered_no, out_seq, created_at
  )
  select "id", $1, "channel", "messages", "unread", to_timestamp("lastAt" / 1000.0), "preview", "owner", "assigneeId",
         case when "needsPerson" is not null then to_timestamp("lastAt" / 1000.0) end, "needsPerson", "turns", "turns",
         "sent", to_timestamp("createdAt" / 1000.0)
  from people where "id" in (select id from fresh)
),
said as (
  insert into message (
    id, account_id, conversation_id, direction, kind, body, status, error, channel, sid, to_id, sent_by, sent_by_id,
    sequence, accepted_at, feed_xid
  )
  select m."id", $1, m."conversationId", "direction", "kind", "body", "status", "error", "channel", "sid",
         case when "direction" = 'incoming' then 'shop' end, "sentBy", "sentById", "sequence",
         to_timestamp("at" / 1000.0), case when "direction" = 'outgoing' then pg_current_xact_id() end
  from json_to_recordset($3::json) as m (
    "id" uuid, "conversationId" uuid, "direction" message_direction, "kind" message_kind, "body" text, "status" text,
    "error" text, "sid" text, "sentBy" sent_by, "sentById" uuid, "sequence" int, "at" bigint
  )
  join people on people."id" = m."conversationId"
  where m."conversationId" in (select id from fresh)
  returning 1
)
select (select count(*)::int from fresh) as contacts, (select count(*)::int from said) as messages`
