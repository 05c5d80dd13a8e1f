import { z } from 'zod'
import { answer, type SessionApi } from './endpoint.ts'

export type Overview = {
  /** Every hour of the range, the oldest first; `at` is its beginning. */
  hours: { at: string; incoming: number; bot: number; person: number; api: number }[]
  sent: number
  failed: number
  medianReplyMs: number | null
  waitingForPerson: number
  /** Null for accounts that are not metered. */
  credits: { balance: number; used: number } | null
}

export const overviewApi = {
  'GET /overview': {
    access: 'viewer',
    query: z.object({ range: z.enum(['day', 'week', 'month']).default('day') }),
    answer: answer<Overview>(),
  },
} as const satisfies SessionApi
