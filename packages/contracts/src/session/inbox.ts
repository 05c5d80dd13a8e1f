import { z } from 'zod'
import { LongText, MessageBody } from '../text.ts'
import { answer, Page, type PageOf, type SessionApi, ShownId } from './endpoint.ts'

export const ConversationFilter = z.enum(['all', 'unread', 'needs_person', 'bot', 'mine', 'failed'])
export type ConversationFilter = z.infer<typeof ConversationFilter>

export type ConversationSummary = {
  id: string
  name: string
  channel: string
  preview: string
  lastMessageAt: string
  unread: number
  owner: 'bot' | 'person'
  assignee: { id: string; name: string } | null
  needsPerson: string | null
  hasFailed: boolean
  isPlayground: boolean
}

export type Conversation = ConversationSummary & {
  externalId: string | null
  phone: string | null
  email: string | null
  botEnabled: boolean
  contactBotEnabled: boolean
  doNotDisturb: boolean
  messageCount: number
  createdAt: string
}

export type Attachment = { contentType: string } & (
  | { state: 'kept'; name: string; sizeBytes: number /** Opens it for a while. */; url: string }
  | { state: 'fetching' }
  | { state: 'missing'; reason: string }
)

export type InboxMessage = {
  id: string
  direction: 'incoming' | 'outgoing'
  kind: 'text' | 'reaction'
  body: string
  status: string
  error: string | null
  nextAttemptAt: string | null
  sentBy: 'bot' | 'person' | 'api' | null
  /** The person who typed it. */
  author: string | null
  media: Attachment | null
  at: string
}

export type InboxCounts = Record<'unread' | 'needs_person' | 'mine' | 'failed', number>

export type CannedReply = { id: string; shortcut: string; body: string }

export type Teammate = { id: string; name: string; email: string; role: 'owner' | 'agent' | 'viewer' }

const conversation = z.object({ conversation: ShownId('contact') })

const CannedReplyInput = z.object({
  shortcut: z
    .string()
    .trim()
    .regex(/^[\w-]{1,40}$/, { error: 'must be 1 to 40 letters, digits, dashes or underscores' }),
  body: LongText(4_000).refine((text) => text.trim() !== '', { error: 'must not be empty' }),
})

export const inboxApi = {
  'GET /conversations': {
    access: 'viewer',
    query: z.object({
      ...Page.shape,
      filter: ConversationFilter.default('all'),
      search: z.string().trim().max(200).default(''),
    }),
    answer: answer<PageOf<ConversationSummary>>(),
  },
  'GET /conversation-counts': { access: 'viewer', answer: answer<InboxCounts>() },
  'GET /conversations/:conversation': { access: 'viewer', params: conversation, answer: answer<Conversation>() },
  'GET /conversations/:conversation/messages': {
    access: 'viewer',
    params: conversation,
    query: Page,
    answer: answer<PageOf<InboxMessage>>(),
  },
  'POST /conversations/:conversation/read': { access: 'agent', params: conversation, answer: answer<{ ok: true }>() },
  'POST /conversations/:conversation/replies': {
    access: 'agent',
    params: conversation,
    body: z.object({ text: MessageBody }),
    answer: answer<{ messageId: string }>(),
  },
  'POST /conversations/:conversation/take-over': {
    access: 'agent',
    params: conversation,
    answer: answer<{ ok: true }>(),
  },
  'POST /conversations/:conversation/hand-back': {
    access: 'agent',
    params: conversation,
    answer: answer<{ ok: true }>(),
  },
  'PUT /conversations/:conversation/assignee': {
    access: 'agent',
    params: conversation,
    body: z.object({ userId: ShownId('user').nullable() }),
    answer: answer<{ ok: true }>(),
  },
  'POST /messages/:message/retry': {
    access: 'agent',
    params: z.object({ message: ShownId('message') }),
    answer: answer<{ ok: true }>(),
  },
  'GET /team': { access: 'viewer', answer: answer<Teammate[]>() },
  'GET /canned-replies': { access: 'viewer', answer: answer<CannedReply[]>() },
  'POST /canned-replies': { access: 'agent', body: CannedReplyInput, answer: answer<CannedReply>() },
  'PUT /canned-replies/:reply': {
    access: 'agent',
    params: z.object({ reply: z.uuid() }),
    body: CannedReplyInput,
    answer: answer<CannedReply>(),
  },
  'DELETE /canned-replies/:reply': {
    access: 'agent',
    params: z.object({ reply: z.uuid() }),
    answer: answer<{ ok: true }>(),
  },
} as const satisfies SessionApi
