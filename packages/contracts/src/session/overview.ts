import { z } from 'zod'
import { answer, type SessionApi } from './endpoint.ts'

export type OverviewPoint = { at: string; incoming: number; outgoing: number }

export type Overview = {
  hours: number
  points: OverviewPoint[]
  incoming: number
  outgoing: number
  /** Replies that arrived, of those that were tried; null when none was. */
  deliveredShare: number | null
  /** Of all replies; null when there are none. */
  botShare: number | null
  medianReplyS: number | null
  waitingForPerson: number
  /** Of a sub-account. */
  credits: string | null
}

export const overviewApi = {
  'GET /overview': {
    access: 'viewer',
    query: z.object({ hours: z.enum(['24', '168', '720']).default('24') }),
    answer: answer<Overview>(),
  },
} as const satisfies SessionApi
