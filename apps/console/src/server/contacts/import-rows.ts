import { NewContact } from '@parley/contracts/contacts'
import { ParleyError } from '@parley/contracts/errors'
import { explainIssue } from '@parley/contracts/explain-issue'
import type { ImportedRow } from '@parley/contracts/session/contacts'
import { createContact } from '@parley/data/contacts/create-contact'
import type { Db } from '@parley/data/db'
import { addToList } from '@parley/data/lists/change-membership'

/** Creates what is new and says of each row what became of it; a bad row does not spoil the others. */
export async function importRows(
  db: Db,
  accountId: string,
  rows: Record<string, string>[],
  listId: string | undefined,
): Promise<ImportedRow[]> {
  const results: ImportedRow[] = []
  for (const row of rows) results.push(await importRow(db, accountId, row, listId))
  return results
}

async function importRow(
  db: Db,
  accountId: string,
  row: Record<string, string>,
  listId: string | undefined,
): Promise<ImportedRow> {
  const parsed = NewContact.safeParse(row)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { outcome: 'error', error: issue ? explainIssue(issue, 'The row') : 'The row is not valid' }
  }
  try {
    const { contact, created } = await createContact(db, accountId, parsed.data)
    if (listId) await addToList(db, accountId, listId, contact.id)
    return { outcome: created ? 'created' : 'existing' }
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500) return { outcome: 'error', error: error.message }
    throw error
  }
}
