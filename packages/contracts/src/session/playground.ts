import { z } from 'zod'
import { MessageBody } from '../text.ts'
import { answer, type SessionApi, ShownId } from './endpoint.ts'

/** Names one made-up customer; a new one begins a new conversation. */
const Visitor = z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'must be letters, digits and dashes' })

export type PlaygroundChatMessage = {
  id: string
  direction: 'incoming' | 'outgoing'
  body: string
  status: string
  error: string | null
  sentBy: 'bot' | 'person' | 'api' | null
  at: string
}

export type PlaygroundState = {
  conversationId: string
  /** The customer's id on the platform that is played. */
  fromId: string
  owner: 'bot' | 'person'
  bot: { enabled: boolean; campaign: string | null }
  /** Questions that the campaign can answer. */
  suggestions: string[]
  messages: PlaygroundChatMessage[]
}

export type Stage = { stage: string; at: string; [detail: string]: string | number | null }

/** What the built-in receiver got, as it came. */
export type PlaygroundReceipt = {
  receivedAt: string
  verified: boolean
  headers: Record<string, string>
  body: string
}

export type PlaygroundPassport = {
  message: { id: string; body: string; timeline: Stage[]; creditsCharged: number }
  reply: { id: string; body: string; status: string; error: string | null; timeline: Stage[] } | null
  receipt: PlaygroundReceipt | null
}

/** The request as a platform would have sent it to the API, and what it would have been told. */
export type PlaygroundExchange = {
  messageId: string
  request: { method: 'POST'; path: string; body: unknown }
  answer: { success: true; messageId: string }
}

export const playgroundApi = {
  'GET /playground': { access: 'agent', query: z.object({ visitor: Visitor }), answer: answer<PlaygroundState>() },
  'POST /playground/messages': {
    access: 'agent',
    body: z.object({ visitor: Visitor, body: MessageBody }),
    answer: answer<PlaygroundExchange>(),
  },
  'GET /playground/messages/:message': {
    access: 'agent',
    params: z.object({ message: ShownId('message') }),
    answer: answer<PlaygroundPassport>(),
  },
} as const satisfies SessionApi
