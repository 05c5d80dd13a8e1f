import type pg from 'pg'
import type { Db } from '../db.ts'
import { type ContactRow, contactColumns } from './contact-row.ts'
import { readPhone } from './read-phone.ts'

export const findContactByPhone = (db: Db, accountId: string, phone: string): Promise<ContactRow | null> =>
  selectByPhone(db.pool, accountId, readPhone(phone, 'phoneNumber'))

/** Several may share an address: the oldest of them. */
export const findContactByEmail = (db: Db, accountId: string, email: string): Promise<ContactRow | null> =>
  selectByEmail(db.pool, accountId, email)

type Queryable = Pick<pg.ClientBase, 'query'>

export async function selectByPhone(client: Queryable, accountId: string, phone: string): Promise<ContactRow | null> {
  const { rows } = await client.query<ContactRow>(
    `select ${contactColumns} from contact where account_id = $1 and phone = $2`,
    [accountId, phone],
  )
  return rows[0] ?? null
}

export async function selectByEmail(client: Queryable, accountId: string, email: string): Promise<ContactRow | null> {
  const { rows } = await client.query<ContactRow>(
    `select ${contactColumns} from contact where account_id = $1 and lower(email) = lower($2)
     order by created_at, id limit 1`,
    [accountId, email],
  )
  return rows[0] ?? null
}
