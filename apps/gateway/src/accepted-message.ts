import { externalContactId, incomingMessageId } from '@parley/contracts/ids'
import type { IncomingMessage } from '@parley/contracts/incoming-message'
import type { AcceptedMessage } from '@parley/contracts/jobs'

/** Gives an incoming message its ids, which are derived: no look-up, and the same again on any gateway. */
export function acceptedMessage(accountId: string, incoming: IncomingMessage, requestId: string): AcceptedMessage {
  const { messageSid, id, campaignId, status, ...data } = incoming.customData
  const sid = messageSid ?? id ?? ''
  return {
    ...data,
    id: incomingMessageId(accountId, sid),
    accountId,
    contactId: externalContactId(accountId, data.fromId),
    sid,
    kind: incoming.messageType ?? 'text',
    status: status ?? 'received',
    campaignRef: campaignId,
    acceptedAt: Date.now(),
    requestId,
  }
}
