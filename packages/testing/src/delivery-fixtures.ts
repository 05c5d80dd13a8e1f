import { randomBytes, randomUUID } from 'node:crypto'
import { externalContactId } from '@parley/contracts/ids'
import type { Db } from '@parley/data/db'
import { inTransaction } from '@parley/data/in-transaction'
import { type StoredOutgoing, storeOutgoing } from '@parley/data/outgoing/store-outgoing'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'

export const secretsKey = randomBytes(32)

export type TestEndpoint = { accountId: string; ownerId: string; endpointId: string; secret: string }

/** An account, without a password to log in by, and its webhook. */
export async function makeEndpoint(
  db: Db,
  url: string,
  kind: 'reply' | 'auto_recharge' = 'reply',
): Promise<TestEndpoint> {
  const account = await makeAccount(db)
  const { secret } = await saveEndpoint(db, secretsKey, account.accountId, { kind, url, actor: 'cli' })
  const { id } = await db.prisma.webhookEndpoint.findFirstOrThrow({ where: { accountId: account.accountId, kind } })
  return { ...account, endpointId: id, secret }
}

export async function makeAccount(db: Db): Promise<{ accountId: string; ownerId: string }> {
  const email = `${randomUUID()}@example.com`
  const owner = await db.prisma.user.create({ data: { email, name: 'Owner' } })
  const account = await db.prisma.account.create({ data: { kind: 'agency', email, name: 'Test', ownerId: owner.id } })
  return { accountId: account.id, ownerId: owner.id }
}

export type StoredReply = StoredOutgoing & { id: string; conversationId: string }

/** Replies to the given `fromId`s, in this order, in one transaction; the bodies count up within a conversation. */
export function storeReplies(db: Db, accountId: string, fromIds: string[]): Promise<StoredReply[]> {
  return inTransaction(db, async (client) => {
    const known = [...new Set(fromIds)].map((fromId) => ({ id: externalContactId(accountId, fromId), fromId }))
    await client.query(
      `with input as (select * from json_to_recordset($2) as i (id uuid, "fromId" text)),
       contacts as (
         insert into contact (id, account_id, external_id) select id, $1, "fromId" from input on conflict do nothing
       )
       insert into conversation (id, account_id, channel, last_message_at, last_preview)
       select id, $1, 'chat', now(), '' from input on conflict do nothing`,
      [accountId, JSON.stringify(known)],
    )
    const stored: StoredReply[] = []
    for (const fromId of fromIds) {
      const id = randomUUID()
      const conversationId = externalContactId(accountId, fromId)
      const body = `reply to ${fromId}`
      stored.push({
        id,
        conversationId,
        ...(await storeOutgoing(client, { id, accountId, conversationId, body, sentBy: 'api' })),
      })
    }
    return stored
  })
}
