import { answer, type SessionApi } from './endpoint.ts'

/** An event of the stream: what changed, or `everything` after a gap in which anything may have. */
export type LiveEvent = { type: 'changed'; conversationIds: string[] } | { type: 'everything' }

export const liveApi = {
  /** Server-sent events. */
  'GET /live': { access: 'viewer', answer: answer<never>() },
} as const satisfies SessionApi
