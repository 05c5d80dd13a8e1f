import { showId } from '@parley/contracts/ids'
import type { MessagePassport } from './get-message.ts'

/** The message's passport as the API and the CLI show it. */
export function showMessage({ message, fromId, turn, replyId, inReplyToId, nextAttemptAt, timeline }: MessagePassport) {
  return {
    messageId: showId('message', message.id),
    contactId: showId('contact', message.conversationId),
    direction: message.direction,
    messageType: message.kind,
    messageSid: message.sid,
    fromId,
    toId: message.toId,
    body: message.body,
    status: message.status,
    error: message.error,
    channel: message.channel,
    campaignId: message.campaignRef,
    mediaUrl: message.mediaUrl,
    mediaContentType: message.mediaContentType,
    mediaError: message.mediaError,
    sentBy: message.sentBy,
    sequence: message.sequence,
    replyMessageId: replyId && showId('message', replyId),
    inReplyToMessageId: inReplyToId && showId('message', inReplyToId),
    creditsCharged: turn?.charged?.toNumber() ?? 0,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: message.acceptedAt.toISOString(),
    timeline: timeline.map((each) => ({ stage: each.stage, at: each.at.toISOString(), ...each.detail })),
  }
}
