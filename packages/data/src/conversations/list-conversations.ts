import { ParleyError } from '@parley/contracts/errors'
import { contactMatches, containing } from '../contacts/match-contacts.ts'
import type { Db } from '../db.ts'
import { type Page, toPage } from '../page.ts'

export type ConversationRow = {
  id: string
  externalId: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  email: string | null
  contactBotEnabled: boolean
  doNotDisturb: boolean
  channel: string
  preview: string
  lastMessageAt: Date
  unread: number
  messageCount: number
  owner: 'bot' | 'person'
  botEnabled: boolean
  assigneeId: string | null
  assigneeName: string | null
  needsPerson: string | null
  hasFailed: boolean
  isPlayground: boolean
  createdAt: Date
}

export type ConversationSearch = {
  filter: 'all' | 'unread' | 'needs_person' | 'bot' | 'mine' | 'failed'
  /** Part of a name, an address, a number or an id. */
  search: string
  /** Whose conversations `mine` are. */
  userId: string
  cursor?: string | undefined
  limit: number
}

const filters: Record<ConversationSearch['filter'], string> = {
  all: 'true',
  unread: 'unread_count > 0',
  needs_person: 'needs_person_since is not null',
  bot: `owner = 'bot'`,
  mine: 'assignee_id = $2',
  failed: `id in (
    select conversation_id from message where account_id = $1 and direction = 'outgoing' and status = 'Failed'
  )`,
}

/** So many contacts at most are looked up by the index; of more, a page's worth is soon met among the newest. */
const few = 500

/** The newest first. A page costs the same at its end as at its beginning. */
export async function listConversations(
  db: Db,
  accountId: string,
  { filter, search, userId, cursor, limit }: ConversationSearch,
): Promise<Page<ConversationRow>> {
  const values = [accountId, userId, ...readCursor(cursor), limit + 1]
  const read = async (chosen: string, more: unknown[] = []) => {
    const { rows } = await db.pool.query<ConversationRow>(pageSql(chosen), [...values, ...more])
    return toPage(rows, limit, ({ lastMessageAt, id }) => `${lastMessageAt.getTime()}_${id}`)
  }
  const condition = filters[filter]
  if (search === '') return read(chosenSql(condition))
  const pattern = containing(search)
  const found = await db.pool.query<{ id: string }>(foundSql, [accountId, pattern])
  return found.rows.length > few
    ? read(chosenSql(`${condition} and looked.is_found`, lookAtEachSql), [pattern])
    : read(chosenSql(`${condition} and id = any($6::uuid[])`), [found.rows.map(({ id }) => id)])
}

const foundSql = `select id from contact where account_id = $1 and ${contactMatches('$2')} limit ${few + 1}`

/** `offset 0` leaves the planner no choice but to look at one conversation after the other until the page is full. */
const lookAtEachSql = `
  cross join lateral (
    select ${contactMatches('$6')} as is_found from contact where contact.id = conversation.id offset 0
  ) looked`

const newestFirst = 'order by last_message_at desc, id desc'

const chosenSql = (condition: string, join = '') => `
  select conversation.* from conversation ${join}
  where account_id = $1 and $2::uuid is not null and ${condition}
    and ($3::timestamptz is null or (last_message_at, id) < ($3, $4::uuid))
  ${newestFirst} limit $5`

const pageSql = (chosen: string) => `
with page as materialized (${chosen})
${shownSql('page')}
order by page.last_message_at desc, page.id desc`

export async function getConversation(db: Db, accountId: string, id: string): Promise<ConversationRow> {
  const { rows } = await db.pool.query<ConversationRow>(
    `with page as (select * from conversation where account_id = $1 and id = $2) ${shownSql('page')}`,
    [accountId, id],
  )
  if (!rows[0]) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such conversation.')
  return rows[0]
}

const shownSql = (page: string) => `
select
  ${page}.id, external_id as "externalId", first_name as "firstName", last_name as "lastName", phone, contact.email,
  contact.bot_enabled as "contactBotEnabled", do_not_disturb as "doNotDisturb", channel, last_preview as preview,
  last_message_at as "lastMessageAt", unread_count as unread, message_count as "messageCount", owner,
  ${page}.bot_enabled as "botEnabled", assignee_id as "assigneeId", assignee.name as "assigneeName",
  case when needs_person_since is not null then coalesce(needs_person_reason, 'Asked for') end as "needsPerson",
  exists (
    select from message where account_id = $1 and conversation_id = ${page}.id and direction = 'outgoing'
      and status = 'Failed'
  ) as "hasFailed",
  is_playground as "isPlayground", ${page}.created_at as "createdAt"
from ${page}
left join contact on contact.id = ${page}.id
left join "user" assignee on assignee.id = assignee_id`

/** Times in Postgres are kept to the millisecond, as they are here. */
function readCursor(cursor: string | undefined): [Date | null, string | null] {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor ?? '')
  return match ? [new Date(Number(match[1])), match[2] ?? null] : [null, null]
}
