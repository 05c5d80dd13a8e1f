import { showId } from '@parley/contracts/ids'
import type { inboxApi } from '@parley/contracts/session/inbox'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  setCannedReply,
} from '@parley/data/canned-replies/canned-replies'
import { assign } from '@parley/data/conversations/assign'
import { countConversations } from '@parley/data/conversations/count-conversations'
import { handBack } from '@parley/data/conversations/hand-back'
import { getConversation, listConversations } from '@parley/data/conversations/list-conversations'
import { isPlaygroundMessage, listMessages } from '@parley/data/conversations/list-messages'
import { markRead } from '@parley/data/conversations/mark-read'
import { takeOver } from '@parley/data/conversations/take-over'
import { typeReply } from '@parley/data/conversations/type-reply'
import { replay } from '@parley/data/deliveries/replay'
import { listTeam } from '@parley/data/users/list-team'
import { publishLive } from '@parley/queues/live'
import { wakeEndpoint } from '@parley/queues/wake'
import type { Handlers } from '../endpoints.ts'
import type { ConsoleParts } from '../parts.ts'
import { mediaLinksOf } from './serve-media.ts'
import { showConversation, showMessage, showSummary } from './show.ts'

const conversationsAPage = 40
const messagesAPage = 50
/** Who scrolls back goes on scrolling: fewer and larger steps move the page less often. */
const olderMessagesAPage = 200
const ok = { ok: true } as const

/** Others who look at the account see the change too. */
const tell = ({ queues }: ConsoleParts, accountId: string, conversationId: string) =>
  void publishLive(queues, [{ accountId, conversationId }])

export const inboxHandlers: Handlers<typeof inboxApi> = {
  'GET /conversations': async ({ db, accountId, caller, query }) => {
    const page = await listConversations(db, accountId, { ...query, userId: caller.userId, limit: conversationsAPage })
    return { items: page.items.map(showSummary), nextCursor: page.nextCursor }
  },
  'GET /conversation-counts': ({ db, accountId, caller }) => countConversations(db, accountId, caller.userId),
  'GET /conversations/:conversation': async ({ db, accountId, params }) =>
    showConversation(await getConversation(db, accountId, params.conversation)),
  'GET /conversations/:conversation/messages': async ({ db, secretsKey, accountId, params, query }) => {
    const page = await listMessages(db, accountId, params.conversation, {
      ...query,
      limit: query.cursor ? olderMessagesAPage : messagesAPage,
    })
    const linkTo = mediaLinksOf(secretsKey, accountId)
    return { items: page.items.map((message) => showMessage(message, linkTo)), nextCursor: page.nextCursor }
  },
  'POST /conversations/:conversation/read': async ({ db, accountId, params, ...parts }) => {
    await markRead(db, accountId, params.conversation)
    tell({ db, ...parts }, accountId, params.conversation)
    return ok
  },
  'POST /conversations/:conversation/replies': async ({ db, accountId, caller, params, body, request, ...parts }) => {
    const { messageId, wakeEndpointId } = await typeReply(db, accountId, params.conversation, {
      text: body.text,
      userId: caller.userId,
      requestId: request.id,
    })
    if (wakeEndpointId) void wakeEndpoint(parts.queues, wakeEndpointId)
    tell({ db, ...parts }, accountId, params.conversation)
    return { messageId: showId('message', messageId) }
  },
  'POST /conversations/:conversation/take-over': async ({ db, accountId, caller, params, ...parts }) => {
    await takeOver(db, accountId, params.conversation, { userId: caller.userId })
    tell({ db, ...parts }, accountId, params.conversation)
    return ok
  },
  'POST /conversations/:conversation/hand-back': async ({ db, accountId, params, ...parts }) => {
    await handBack(db, accountId, params.conversation)
    tell({ db, ...parts }, accountId, params.conversation)
    return ok
  },
  'PUT /conversations/:conversation/assignee': async ({ db, accountId, params, body, ...parts }) => {
    await assign(db, accountId, params.conversation, body.userId)
    tell({ db, ...parts }, accountId, params.conversation)
    return ok
  },
  'POST /messages/:message/retry': async ({ db, accountId, params, actor }) => {
    const isPlayground = await isPlaygroundMessage(db, accountId, params.message)
    const kind = isPlayground ? 'playground' : 'reply'
    await replay(db, accountId, { kind, what: { messageId: params.message }, actor })
    return ok
  },
  'GET /team': async ({ db, accountId }) =>
    (await listTeam(db, accountId)).map(({ id, ...person }) => ({ id: showId('user', id), ...person })),

  'GET /canned-replies': ({ db, accountId }) => listCannedReplies(db, accountId),
  'POST /canned-replies': ({ db, accountId, body }) => createCannedReply(db, accountId, body),
  'PUT /canned-replies/:reply': ({ db, accountId, params, body }) => setCannedReply(db, accountId, params.reply, body),
  'DELETE /canned-replies/:reply': async ({ db, accountId, params }) => {
    await deleteCannedReply(db, accountId, params.reply)
    return ok
  },
}
