import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'

/** Again: nothing changes, and it is no fault. */
export const addToList = (db: Db, accountId: string, listId: string, contactId: string): Promise<void> =>
  change(
    db,
    [accountId, listId, contactId],
    `insert into list_contact (list_id, contact_id) select list.id, contact.id from list, contact
     on conflict do nothing`,
  )

export const removeFromList = (db: Db, accountId: string, listId: string, contactId: string): Promise<void> =>
  change(
    db,
    [accountId, listId, contactId],
    `delete from list_contact using list, contact
     where list_id = list.id and contact_id = contact.id`,
  )

async function change(db: Db, ids: string[], sql: string): Promise<void> {
  const { rows } = await db.pool.query<{ list: boolean; contact: boolean }>(
    `with list as (select id from list where account_id = $1 and id = $2 for key share),
          contact as (select id from contact where account_id = $1 and id = $3 for key share),
          changed as (${sql})
     select exists (select from list) as list, exists (select from contact) as contact`,
    ids,
  )
  if (!rows[0]?.list) throw new ParleyError('LIST_NOT_FOUND', 'There is no such list.')
  if (!rows[0].contact) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
}
