import { showId } from '@parley/contracts/ids'
import type { Attachment, Conversation, ConversationSummary, InboxMessage } from '@parley/contracts/session/inbox'
import type { ConversationRow } from '@parley/data/conversations/list-conversations'
import type { ConversationMessage } from '@parley/data/conversations/list-messages'
import { mediaFileName } from '@parley/media/serve-media'

export const showSummary = (row: ConversationRow): ConversationSummary => ({
  id: showId('contact', row.id),
  name: nameOf(row),
  channel: row.channel,
  preview: row.preview,
  lastMessageAt: row.lastMessageAt.toISOString(),
  unread: row.unread,
  owner: row.owner,
  assignee: row.assigneeId && row.assigneeName ? { id: showId('user', row.assigneeId), name: row.assigneeName } : null,
  needsPerson: row.needsPerson,
  hasFailed: row.hasFailed,
  isPlayground: row.isPlayground,
})

export const showConversation = (row: ConversationRow): Conversation => ({
  ...showSummary(row),
  externalId: row.externalId,
  phone: row.phone,
  email: row.email,
  botEnabled: row.botEnabled,
  contactBotEnabled: row.contactBotEnabled ?? true,
  doNotDisturb: row.doNotDisturb ?? false,
  messageCount: row.messageCount,
  createdAt: row.createdAt.toISOString(),
})

export const showMessage = (
  { acceptedAt, nextAttemptAt, ...row }: ConversationMessage,
  linkTo: (mediaId: string) => string,
): InboxMessage => ({
  id: showId('message', row.id),
  direction: row.direction,
  kind: row.kind,
  body: row.body,
  status: row.status,
  error: row.error,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  sentBy: row.sentBy,
  author: row.author,
  media: showAttachment(row, linkTo),
  at: acceptedAt.toISOString(),
})

/** Pages get the file from us alone, never from where it came: that could tell others who reads what. */
function showAttachment(
  row: Pick<ConversationMessage, 'mediaContentType' | 'mediaId' | 'mediaBytes' | 'mediaError'>,
  linkTo: (mediaId: string) => string,
): Attachment | null {
  const { mediaContentType: contentType, mediaId: id, mediaBytes: sizeBytes, mediaError: reason } = row
  if (contentType === null) return null
  if (reason !== null) return { state: 'missing', contentType, reason }
  if (id === null) return { state: 'fetching', contentType }
  if (sizeBytes === null) return { state: 'missing', contentType, reason: 'It is no longer kept.' }
  return { state: 'kept', contentType, name: mediaFileName({ id, contentType }), sizeBytes, url: linkTo(id) }
}

/** The best there is to call them by. */
const nameOf = ({ firstName, lastName, email, phone, externalId }: ConversationRow): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone || externalId || 'Somebody'
