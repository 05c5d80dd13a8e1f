import { ParleyError } from '@parley/contracts/errors'
import { externalContactId, keyedSendId, newId } from '@parley/contracts/ids'
import type { SendMessage } from '@parley/contracts/send-message'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { storeOutgoing } from './store-outgoing.ts'

type Send = SendMessage['customData']
type Sent = { messageId: string; contactId: string; wakeEndpointId: string | null }

/**
 * Contact, conversation and outgoing message in one transaction, so that the answer's `contactId` can be used at
 * once. Under an idempotency key the message's id is derived from the key, and a repeat finds it there.
 */
export async function sendMessage(
  db: Db,
  accountId: string,
  send: Send,
  options: { idempotencyKey?: string | undefined; requestId?: string | undefined } = {},
): Promise<Sent> {
  const { idempotencyKey, requestId } = options
  const contactId = externalContactId(accountId, send.fromId)
  if (idempotencyKey === undefined) return store(db, accountId, { send, contactId, messageId: newId(), requestId })

  const messageId = keyedSendId(accountId, idempotencyKey)
  const attempt = { send, contactId, messageId, requestId }
  const repeated = await findRepeat(db.pool, accountId, attempt)
  if (repeated) return repeated
  try {
    return await store(db, accountId, attempt)
  } catch (error) {
    // The same key came twice at once: the primary key let one of them through and rolled the other back.
    const winner = (error as { code?: unknown }).code === '23505' && (await findRepeat(db.pool, accountId, attempt))
    if (winner) return winner
    throw error
  }
}

type Attempt = { send: Send; contactId: string; messageId: string; requestId: string | undefined }

const store = (db: Db, accountId: string, { send, contactId, messageId, requestId }: Attempt): Promise<Sent> =>
  inTransaction(db, async (client) => {
    await client.query({
      name: 'open-conversation',
      text: openConversationSql,
      values: [
        contactId,
        accountId,
        send.fromId,
        send.firstName ?? null,
        send.lastName ?? null,
        send.email ?? null,
        send.customChannel,
        send.campaignId ?? null,
        send.body,
      ],
    })
    const { wakeEndpointId } = await storeOutgoing(client, {
      id: messageId,
      accountId,
      conversationId: contactId,
      body: send.body,
      sentBy: 'api',
      campaignRef: send.campaignId,
      channel: send.customChannel,
      requestId,
    })
    return { messageId, contactId, wakeEndpointId }
  })

async function findRepeat(client: Pick<pg.ClientBase, 'query'>, accountId: string, attempt: Attempt) {
  const { send, contactId, messageId } = attempt
  const { rows } = await client.query<{ same: boolean }>(
    `select conversation_id = $3 and body = $4 and channel = $5 and campaign_ref is not distinct from $6 as same
     from message where id = $1 and account_id = $2`,
    [messageId, accountId, contactId, send.body, send.customChannel, send.campaignId ?? null],
  )
  if (!rows[0]) return null
  if (rows[0].same) return { messageId, contactId, wakeEndpointId: null }
  throw new ParleyError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another message; take a new one.')
}

/**
 * The contact's row is taken before the conversation's, as by everybody who writes both: the count makes Postgres
 * finish the one before it begins the other. The label is that of the latest incoming message when there is one: then
 * there are more messages than outgoing ones.
 */
const openConversationSql = `
with met as (
  insert into contact as c (id, account_id, external_id, first_name, last_name, email)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (id) do update set
    first_name = coalesce(c.first_name, excluded.first_name),
    last_name = coalesce(c.last_name, excluded.last_name),
    email = coalesce(c.email, excluded.email)
  where (c.first_name is null and excluded.first_name is not null)
    or (c.last_name is null and excluded.last_name is not null)
    or (c.email is null and excluded.email is not null)
  returning 1
)
insert into conversation as c (id, account_id, channel, campaign_ref, last_message_at, last_preview)
select $1, $2, $7, $8, now(), left($9, 160) from (select count(*) from met) as first
on conflict (id) do update set
  channel = case when c.message_count > c.out_seq then c.channel else excluded.channel end,
  campaign_ref = coalesce(excluded.campaign_ref, c.campaign_ref)`
