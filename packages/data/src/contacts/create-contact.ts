import type { NewContact } from '@parley/contracts/contacts'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { type ContactRow, contactColumns } from './contact-row.ts'
import { selectByEmail, selectByPhone } from './find-contact.ts'
import { readPhone } from './read-phone.ts'

export type ContactCreated = { contact: ContactRow; created: boolean }

/** A known phone number gives its contact unchanged; without a number, a known address gives the oldest that has it. */
export function createContact(db: Db, accountId: string, input: NewContact): Promise<ContactCreated> {
  return input.phone === undefined
    ? createByEmail(db, accountId, input, input.email ?? '')
    : createByPhone(db, accountId, input, readPhone(input.phone))
}

/** The unique index settles races. A contact that was erased between the two looks makes another round. */
async function createByPhone(db: Db, accountId: string, input: NewContact, phone: string): Promise<ContactCreated> {
  for (;;) {
    const known = await selectByPhone(db.pool, accountId, phone)
    if (known) return { contact: known, created: false }
    const created = await insert(db.pool, accountId, { ...input, phone })
    if (created) return { contact: created, created: true }
  }
}

/** Addresses are not unique, so creations of one address wait for each other. */
const createByEmail = (db: Db, accountId: string, input: NewContact, email: string): Promise<ContactCreated> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended(lower($2), hashtext($1)))', [accountId, email])
    const known = await selectByEmail(client, accountId, email)
    if (known) return { contact: known, created: false }
    const created = await insert(client, accountId, input)
    if (!created) throw new Error('A contact without a phone number met a conflict, which no index can give')
    return { contact: created, created: true }
  })

async function insert(client: Pick<pg.ClientBase, 'query'>, accountId: string, input: NewContact) {
  const { firstName, lastName, phone, email } = input
  const { rows } = await client.query<ContactRow>(
    `insert into contact (account_id, first_name, last_name, phone, email) values ($1, $2, $3, $4, $5)
     on conflict (account_id, phone) do nothing returning ${contactColumns}`,
    [accountId, firstName ?? null, lastName ?? null, phone ?? null, email ?? null],
  )
  return rows[0]
}
