import { z } from 'zod'
import { RequiredText } from '../text.ts'
import { answer, type SessionApi } from './endpoint.ts'

export type AccountSettings = {
  id: string
  name: string
  botEnabled: boolean
  apiKey: { hint: string; createdAt: string } | null
  rateLimit: { perMinute: number; used: number; resetS: number }
}

export type WebhookState = {
  url: string
  secret: string
  previousSecretUntil: string | null
  state: 'healthy' | 'failing' | 'disabled'
  disabledReason: string | null
  failuresInRow: number
  failingSince: string | null
  waiting: number
  held: number
}

export type WebhookAttempt = {
  startedAt: string
  webhookId: string
  messageId: string | null
  isReplay: boolean
  number: number
  statusCode: number | null
  error: string | null
  durationMs: number
  url: string
  responseBody: string | null
  /** What was posted. */
  requestBody: unknown
}

export type WebhookTest = {
  ok: boolean
  statusCode: number | null
  error: string | null
  durationMs: number
  responseBody: string
}

export const WebhookKind = z.enum(['reply', 'auto_recharge'])
const kind = z.object({ kind: WebhookKind })

export const settingsApi = {
  'GET /account': { access: 'owner', answer: answer<AccountSettings>() },
  'PATCH /account': {
    access: 'owner',
    body: z.object({ name: RequiredText.optional(), botEnabled: z.boolean().optional() }),
    answer: answer<{ ok: true }>(),
  },
  /** The key is in the answer and nowhere else. */
  'POST /api-key': { access: 'owner', answer: answer<{ apiKey: string; hint: string }>() },

  'GET /webhooks/:kind': {
    access: 'owner',
    params: kind,
    answer: answer<{ webhook: WebhookState | null }>(),
  },
  'PUT /webhooks/:kind': {
    access: 'owner',
    params: kind,
    body: z.object({ url: z.string() }),
    answer: answer<{ url: string }>(),
  },
  'POST /webhooks/:kind/rotate': { access: 'owner', params: kind, answer: answer<{ previousSecretUntil: string }>() },
  'POST /webhooks/:kind/test': { access: 'owner', params: kind, answer: answer<WebhookTest>() },
  'POST /webhooks/:kind/enable': { access: 'owner', params: kind, answer: answer<{ ok: true }>() },
  'GET /webhooks/:kind/attempts': {
    access: 'owner',
    params: kind,
    query: z.object({ before: z.iso.datetime().optional() }),
    answer: answer<WebhookAttempt[]>(),
  },
  'POST /webhooks/:kind/replay': {
    access: 'owner',
    params: kind,
    body: z.union([
      z.object({ webhookId: z.string().startsWith('dlv_') }),
      z.object({ failedSince: z.iso.datetime() }),
    ]),
    answer: answer<{ replayed: number }>(),
  },
} as const satisfies SessionApi
