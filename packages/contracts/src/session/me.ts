import { z } from 'zod'
import { Text } from '../text.ts'
import { answer, type SessionApi } from './endpoint.ts'

export type Role = 'owner' | 'agent' | 'viewer'

export type MyAccount = {
  id: string
  name: string
  kind: 'standard' | 'agency' | 'sub_account'
  role: Role
}

export type Me = {
  user: { id: string; name: string; email: string; isOperator: boolean }
  accounts: MyAccount[]
  /** Sent back with every change, as `x-csrf-token`. */
  csrfToken: string
}

export const meApi = {
  'GET /me': { access: 'signed-in', answer: answer<Me>() },
  'PATCH /me': {
    access: 'signed-in',
    body: z.object({ name: Text.trim().min(1, { error: 'must not be empty' }) }),
    answer: answer<{ name: string }>(),
  },
} as const satisfies SessionApi
