import { showId } from '@parley/contracts/ids'
import type { ContactItem, contactsApi } from '@parley/contracts/session/contacts'
import { createContact } from '@parley/data/contacts/create-contact'
import { eraseContact } from '@parley/data/contacts/erase-contact'
import { getContact, type ListedContact, listContacts } from '@parley/data/contacts/list-contacts'
import { setContact } from '@parley/data/contacts/set-contact'
import { addToList, removeFromList } from '@parley/data/lists/change-membership'
import { createList } from '@parley/data/lists/create-list'
import { deleteList, listLists, renameList } from '@parley/data/lists/keep-lists'
import type { Handlers } from '../endpoints.ts'
import { exportContacts } from './export-contacts.ts'
import { importRows } from './import-rows.ts'

const contactsAPage = 50
const ok = { ok: true } as const

const show = ({ id, createdAt, ...row }: ListedContact): ContactItem => ({
  ...row,
  id: showId('contact', id),
  name:
    [row.firstName, row.lastName].filter(Boolean).join(' ') || row.email || row.phone || row.externalId || 'No name',
  createdAt: createdAt.toISOString(),
})

export const contactsHandlers: Handlers<typeof contactsApi> = {
  'GET /contacts': async ({ db, accountId, query: { list, ...query } }) => {
    const page = await listContacts(db, accountId, { ...query, listId: list, limit: contactsAPage })
    return { items: page.items.map(show), nextCursor: page.nextCursor }
  },
  'GET /contacts/:contact': async ({ db, accountId, params }) => {
    const { lists, hasConversation, ...row } = await getContact(db, accountId, params.contact)
    return { ...show(row), hasConversation, lists: lists.map(({ id, name }) => ({ id: showId('list', id), name })) }
  },
  'POST /contacts': async ({ db, accountId, body }) => {
    const { contact, created } = await createContact(db, accountId, body)
    return { contact: { id: showId('contact', contact.id) }, created }
  },
  'PATCH /contacts/:contact': async ({ db, accountId, params, body }) => {
    await setContact(db, accountId, params.contact, body)
    return ok
  },
  'DELETE /contacts/:contact': ({ db, accountId, params, actor }) => eraseContact(db, accountId, params.contact, actor),
  'POST /contacts/import': ({ db, accountId, body }) => importRows(db, accountId, body.rows, body.list),
  'GET /contacts.csv': async ({ db, accountId, query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="contacts.csv"')
    return reply.send(exportContacts(db, accountId, { search: query.search, listId: query.list })) as never
  },
  'GET /lists': async ({ db, accountId }) =>
    (await listLists(db, accountId)).map(({ id, createdAt, ...list }) => ({
      ...list,
      id: showId('list', id),
      createdAt: createdAt.toISOString(),
    })),
  'POST /lists': async ({ db, accountId, body }) => {
    const { id, name } = await createList(db, accountId, body)
    return { id: showId('list', id), name }
  },
  'PATCH /lists/:list': async ({ db, accountId, params, body }) => {
    await renameList(db, accountId, params.list, body.name)
    return ok
  },
  'DELETE /lists/:list': async ({ db, accountId, params }) => {
    await deleteList(db, accountId, params.list)
    return ok
  },
  'PUT /lists/:list/contacts/:contact': async ({ db, accountId, params }) => {
    await addToList(db, accountId, params.list, params.contact)
    return ok
  },
  'DELETE /lists/:list/contacts/:contact': async ({ db, accountId, params }) => {
    await removeFromList(db, accountId, params.list, params.contact)
    return ok
  },
}
