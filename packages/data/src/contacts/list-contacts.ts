import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { type Page, toPage } from '../page.ts'
import { type ContactRow, contactColumns } from './contact-row.ts'
import { contactMatches, containing } from './match-contacts.ts'

export type ListedContact = ContactRow & { externalId: string | null; botEnabled: boolean; doNotDisturb: boolean }

export type ContactSearch = {
  /** Part of a name, an address, a number or an id. */
  search: string
  listId?: string | undefined
  cursor?: string | undefined
  limit: number
}

const columns = `${contactColumns}, external_id as "externalId", bot_enabled as "botEnabled",
  do_not_disturb as "doNotDisturb"`

/** The newest first. The cursor is the time and id of the last one seen. */
export async function listContacts(
  db: Db,
  accountId: string,
  { search, listId, cursor, limit }: ContactSearch,
): Promise<Page<ListedContact>> {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor ?? '')
  const { rows } = await db.pool.query<ListedContact>(
    `select ${columns} from contact
     where account_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
       and ($4::text is null or ${contactMatches('$4')})
       and ($5::uuid is null or exists (
         select from list_contact join list on list.id = list_id
         where list_id = $5 and contact_id = contact.id and list.account_id = $1
       ))
     order by created_at desc, id desc
     limit $6`,
    [
      accountId,
      match ? new Date(Number(match[1])) : null,
      match?.[2] ?? null,
      search === '' ? null : containing(search),
      listId ?? null,
      limit + 1,
    ],
  )
  return toPage(rows, limit, ({ createdAt, id }) => `${createdAt.getTime()}_${id}`)
}

export async function getContact(db: Db, accountId: string, id: string) {
  const { rows } = await db.pool.query<
    ListedContact & { hasConversation: boolean; lists: { id: string; name: string }[] }
  >(
    `select ${columns},
       exists (select from conversation where conversation.id = contact.id) as "hasConversation",
       coalesce((
         select json_agg(json_build_object('id', list.id, 'name', name) order by name)
         from list_contact join list on list.id = list_id where contact_id = contact.id
       ), '[]') as lists
     from contact where account_id = $1 and id = $2`,
    [accountId, id],
  )
  if (!rows[0]) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
  return rows[0]
}
