import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { Prisma, type WebhookKind } from '../generated/client.ts'
import { longTransaction } from '../long-transaction.ts'
import { findEndpoint } from '../webhooks/find-endpoint.ts'

/** What is to be posted again: one message, one event (by its delivery), or all that failed since a time. */
export type ReplayWhat = { messageId: string } | { deliveryId: string } | { failedSince: Date }

/**
 * Owes events again, each as a new delivery with a `webhook-id` of its own; what was still to be retried of them is
 * given up for it. A delivery worker finds them within a second. Works for messages that were stored before there was
 * a URL, too.
 */
export function replay(
  db: Db,
  accountId: string,
  input: { kind: WebhookKind; what: ReplayWhat; actor: string },
): Promise<{ replayed: number }> {
  const { kind, what, actor } = input
  return db.prisma.$transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, accountId, kind)
    if (endpoint.disabledAt) {
      throw new ParleyError('BAD_REQUEST', 'The webhook is disabled; save its URL again or send it a test first')
    }
    const chosen = kind === 'auto_recharge' ? chosenEvents(endpoint.id, what) : chosenReplies(accountId, what, kind)
    const replayed = await tx.$executeRaw`
      with chosen as materialized (${chosen}),
      superseded as (
        update delivery d set due_at = null, claimed_until = null
        from chosen
        where d.due_at is not null and (d.message_id = chosen.message_id or d.id = chosen.delivery_id)
      )
      insert into delivery (
        id, account_id, endpoint_id, message_id, conversation_id, sequence, payload, is_replay, created_at, due_at
      )
      select
        gen_random_uuid(), ${accountId}::uuid, ${endpoint.id}::uuid, message_id, conversation_id, sequence, payload, true,
        now(), now()
      from chosen`
    if (replayed === 0 && !('failedSince' in what)) {
      throw new ParleyError('MESSAGE_NOT_FOUND', 'The account has sent no such message or event')
    }
    await writeAudit(tx, accountId, { actor, action: 'webhook.replay', subject: endpoint.id, detail: { replayed } })
    return { replayed }
  }, longTransaction)
}

/** What was said in the playground never reaches the account's own webhook. */
function chosenReplies(accountId: string, what: ReplayWhat, kind: WebhookKind): Prisma.Sql {
  const which =
    'messageId' in what
      ? Prisma.sql`id = ${what.messageId}::uuid`
      : 'deliveryId' in what
        ? Prisma.sql`id = (select message_id from delivery where id = ${what.deliveryId}::uuid)`
        : Prisma.sql`status = 'Failed' and accepted_at >= ${what.failedSince}`
  return Prisma.sql`
    select id as message_id, null::uuid as delivery_id, conversation_id, sequence, null::jsonb as payload
    from message where account_id = ${accountId}::uuid and direction = 'outgoing' and ${which}
      and exists (
        select from conversation
        where conversation.id = conversation_id and is_playground = ${kind === 'playground'}
      )`
}

/** Events that are not messages; of each, the first delivery stands for it, and a test is none. */
function chosenEvents(endpointId: string, what: ReplayWhat): Prisma.Sql {
  if ('messageId' in what)
    throw new ParleyError('BAD_REQUEST', 'Events of this webhook have no message; name a delivery')
  const which =
    'deliveryId' in what
      ? Prisma.sql`id = ${what.deliveryId}::uuid`
      : Prisma.sql`delivered_at is null and attempts > 0 and created_at >= ${what.failedSince} and not payload ? 'test'`
  return Prisma.sql`
    select null::uuid as message_id, id as delivery_id, null::uuid as conversation_id, null::int as sequence, payload
    from delivery where endpoint_id = ${endpointId}::uuid and payload is not null and ${which}`
}
