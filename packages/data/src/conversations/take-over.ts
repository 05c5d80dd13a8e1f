import { ParleyError } from '@parley/contracts/errors'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'

/** A person takes the conversation over: the bot is silent until it is handed back. */
export const takeOver = (
  db: Db,
  accountId: string,
  contactId: string,
  input: { userId?: string | undefined } = {},
): Promise<void> => inTransaction(db, (client) => ownByPerson(client, accountId, contactId, input.userId))

/** Whoever was asked for is there now. Without a user, whoever is assigned stays so. */
export async function ownByPerson(
  client: pg.ClientBase,
  accountId: string,
  contactId: string,
  userId: string | undefined,
): Promise<void> {
  const { rowCount } = await client.query(
    `update conversation set owner = 'person', assignee_id = coalesce($3, assignee_id),
       needs_person_since = null, needs_person_reason = null
     where account_id = $1 and id = $2`,
    [accountId, contactId, userId ?? null],
  )
  if (rowCount === 0) throw noConversation()
}

export const noConversation = (): ParleyError =>
  new ParleyError('CONTACT_NOT_FOUND', 'There is no conversation with such a contact; check the id')
