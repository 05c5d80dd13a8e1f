import { externalContactId, incomingMessageId } from '@parley/contracts/ids'
import type { AcceptedMessage } from '@parley/contracts/jobs'

/** A message as the gateway hands it to the queue. */
export function acceptedMessage(
  accountId: string,
  sid: string,
  more: Partial<AcceptedMessage> & { fromId?: string } = {},
): AcceptedMessage {
  const fromId = more.fromId ?? 'ann'
  return {
    id: incomingMessageId(accountId, sid),
    accountId,
    contactId: externalContactId(accountId, fromId),
    fromId,
    sid,
    toId: 'shop',
    kind: 'text',
    body: `body of ${sid}`,
    status: 'received',
    acceptedAt: Date.now(),
    requestId: 'r',
    ...more,
  }
}
