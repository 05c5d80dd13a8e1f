import { z } from 'zod'
import { NewContact } from '../contacts.ts'
import { Email } from '../email.ts'
import { RequiredText, Text } from '../text.ts'
import { answer, Page, type PageOf, type SessionApi, ShownId } from './endpoint.ts'

export type ContactItem = {
  id: string
  name: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  email: string | null
  externalId: string | null
  botEnabled: boolean
  doNotDisturb: boolean
  createdAt: string
}

export type ContactDetail = ContactItem & { hasConversation: boolean; lists: { id: string; name: string }[] }

export type ListItem = { id: string; name: string; contacts: number; createdAt: string }

export type ImportedRow = { outcome: 'created' | 'existing' } | { outcome: 'error'; error: string }

/** Null takes a field away. */
export const ContactChanges = z.object({
  firstName: Text.trim().nullable().optional(),
  lastName: Text.trim().nullable().optional(),
  phone: Text.trim().nullable().optional(),
  email: Email.nullable().optional(),
  botEnabled: z.boolean().optional(),
  doNotDisturb: z.boolean().optional(),
})

const contact = z.object({ contact: ShownId('contact') })
const list = z.object({ list: ShownId('list') })
const Found = z.object({ search: z.string().trim().max(200).default(''), list: ShownId('list').optional() })

export const maxImportRows = 500

export const contactsApi = {
  'GET /contacts': {
    access: 'viewer',
    query: Found.extend(Page.shape),
    answer: answer<PageOf<ContactItem>>(),
  },
  'GET /contacts/:contact': { access: 'viewer', params: contact, answer: answer<ContactDetail>() },
  'POST /contacts': {
    access: 'agent',
    body: NewContact,
    answer: answer<{ contact: { id: string }; created: boolean }>(),
  },
  'PATCH /contacts/:contact': {
    access: 'agent',
    params: contact,
    body: ContactChanges,
    answer: answer<{ ok: true }>(),
  },
  /** Everything that is kept of the person goes. */
  'DELETE /contacts/:contact': {
    access: 'owner',
    params: contact,
    answer: answer<{ messagesErased: number }>(),
  },
  'POST /contacts/import': {
    access: 'agent',
    body: z.object({
      rows: z.array(z.record(z.string(), z.string())).max(maxImportRows),
      list: ShownId('list').optional(),
    }),
    answer: answer<ImportedRow[]>(),
  },
  /** A CSV file. */
  'GET /contacts.csv': { access: 'agent', query: Found, answer: answer<never>() },
  'GET /lists': { access: 'viewer', answer: answer<ListItem[]>() },
  'POST /lists': {
    access: 'agent',
    body: z.object({ name: RequiredText.trim() }),
    answer: answer<{ id: string; name: string }>(),
  },
  'PATCH /lists/:list': {
    access: 'agent',
    params: list,
    body: z.object({ name: RequiredText.trim() }),
    answer: answer<{ ok: true }>(),
  },
  'DELETE /lists/:list': { access: 'owner', params: list, answer: answer<{ ok: true }>() },
  'PUT /lists/:list/contacts/:contact': {
    access: 'agent',
    params: list.extend(contact.shape),
    answer: answer<{ ok: true }>(),
  },
  'DELETE /lists/:list/contacts/:contact': {
    access: 'agent',
    params: list.extend(contact.shape),
    answer: answer<{ ok: true }>(),
  },
} as const satisfies SessionApi
