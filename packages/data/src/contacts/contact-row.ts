import type { Contact } from '@parley/contracts/contacts'
import { showId } from '@parley/contracts/ids'

export type ContactRow = {
  id: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  email: string | null
  createdAt: Date
}

export const contactColumns = `id, first_name as "firstName", last_name as "lastName", phone, email,
  created_at as "createdAt"`

/** A contact as the API shows it. */
export const showContact = ({ id, createdAt, ...fields }: ContactRow): Contact => ({
  id: showId('contact', id),
  ...fields,
  createdAt: createdAt.toISOString(),
})
