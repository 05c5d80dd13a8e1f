import { Readable } from 'node:stream'
import { showId } from '@parley/contracts/ids'
import { type ContactSearch, listContacts } from '@parley/data/contacts/list-contacts'
import type { Db } from '@parley/data/db'

const rowsAtATime = 2_000
const header = 'id,firstName,lastName,phone,email,externalId,createdAt\r\n'

/** A CSV of the contacts, read as it is sent: its length is no matter. */
export const exportContacts = (db: Db, accountId: string, search: Pick<ContactSearch, 'search' | 'listId'>): Readable =>
  Readable.from(rowsOf(db, accountId, search))

async function* rowsOf(db: Db, accountId: string, search: Pick<ContactSearch, 'search' | 'listId'>) {
  yield header
  let cursor: string | undefined
  do {
    const page = await listContacts(db, accountId, { ...search, cursor, limit: rowsAtATime })
    yield page.items
      .map(({ id, firstName, lastName, phone, email, externalId, createdAt }) =>
        [showId('contact', id), firstName, lastName, phone, email, externalId, createdAt.toISOString()]
          .map(cell)
          .join(),
      )
      .map((line) => `${line}\r\n`)
      .join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

/** What a spreadsheet would take for a formula is made a text by an apostrophe; phone numbers are left as they are. */
function cell(value: string | null): string {
  if (value === null) return ''
  const text = /^([=@\t\r]|[+-](?!\d+$))/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
