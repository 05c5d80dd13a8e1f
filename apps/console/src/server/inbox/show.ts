import { showId } from '@parley/contracts/ids'
import type { Conversation, ConversationSummary, InboxMessage } from '@parley/contracts/session/inbox'
import type { ConversationRow } from '@parley/data/conversations/list-conversations'
import type { ConversationMessage } from '@parley/data/conversations/list-messages'

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

/** Files from elsewhere are named but never fetched by the page: they could tell others who reads what. */
export const showMessage = ({ acceptedAt, nextAttemptAt, ...row }: ConversationMessage): InboxMessage => ({
  id: showId('message', row.id),
  direction: row.direction,
  kind: row.kind,
  body: row.body,
  status: row.status,
  error: row.error,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  sentBy: row.sentBy,
  author: row.author,
  media: row.mediaContentType ? { url: row.mediaUrl, contentType: row.mediaContentType, error: row.mediaError } : null,
  at: acceptedAt.toISOString(),
})

/** The best there is to call them by. */
const nameOf = ({ firstName, lastName, email, phone, externalId }: ConversationRow): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone || externalId || 'Somebody'
