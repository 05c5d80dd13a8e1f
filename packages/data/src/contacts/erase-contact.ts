import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'

/**
 * Forgets a person: contact, conversation, messages, their deliveries and files. The ledger keeps its entries, which
 * name nobody. Whoever stores a message needs the rows of contact and conversation, which are taken first and in this
 * order: nothing slips in between.
 */
export const eraseContact = (
  db: Db,
  accountId: string,
  contactId: string,
  actor: string,
): Promise<{ messagesErased: number }> =>
  inTransaction(db, async (client) => {
    const run = (sql: string) => client.query(sql, [accountId, contactId])
    const { rowCount: found } = await run('delete from contact where account_id = $1 and id = $2')
    if (!found) throw new ParleyError('CONTACT_NOT_FOUND', 'There is no such contact.')
    await run('delete from conversation where account_id = $1 and id = $2')

    const messages = 'select id from message where account_id = $1 and conversation_id = $2'
    for (const table of ['delivery', 'media_fetch', 'playground_receipt']) {
      await run(`delete from ${table} where account_id = $1 and message_id in (${messages})`)
    }
    await run('delete from turn where account_id = $1 and conversation_id = $2')
    await run(`delete from dead_letter where account_id = $1 and payload ->> 'contactId' = $2::uuid::text`)
    // The file itself is outside the database: its row, now without a message and past any age, is what the sweep of
    // unused files finds first.
    await run(`update media set created_at = 'epoch' where account_id = $1 and id in (
      select media_id from message where account_id = $1 and conversation_id = $2 and media_id is not null)`)
    const { rowCount } = await run('delete from message where account_id = $1 and conversation_id = $2')
    const messagesErased = rowCount ?? 0
    await client.query(
      `insert into audit_entry (account_id, actor, action, subject, detail) values ($1, $2, 'contact.erase', $3, $4)`,
      [accountId, actor, contactId, { messagesErased }],
    )
    return { messagesErased }
  })
