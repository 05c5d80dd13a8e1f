import { z } from 'zod'
import { Email } from '../email.ts'
import { RequiredText } from '../text.ts'
import { answer, type SessionApi, ShownId } from './endpoint.ts'
import type { Role } from './me.ts'

export type Invitation = { id: string; email: string; role: Role; invitedBy: string | null; expiresAt: string }

/** A link to pass on; it is shown once. */
export type InvitationLink = { link: string; mailed: boolean; expiresAt: string }

/** What an invitation is for, to whoever holds its link. */
export type InvitationOffer = {
  email: string
  account: string | null
  role: Role | null
  /** They have a password already: joining is all there is to do. */
  isKnown: boolean
}

export const Password = z
  .string()
  .min(10, { error: 'must be at least 10 characters' })
  .max(200, { error: 'must be at most 200 characters' })

const RoleInput = z.enum(['owner', 'agent', 'viewer'])
const user = z.object({ user: ShownId('user') })
const token = z.object({ token: z.string().regex(/^[\w-]{20,80}$/, { error: 'is not one of ours' }) })

export const teamApi = {
  'GET /invitations': { access: 'owner', answer: answer<Invitation[]>() },
  'POST /invitations': {
    access: 'owner',
    body: z.object({ email: Email, role: RoleInput }),
    answer: answer<InvitationLink>(),
  },
  'DELETE /invitations/:invitation': {
    access: 'owner',
    params: z.object({ invitation: z.uuid() }),
    answer: answer<{ ok: true }>(),
  },
  'PUT /team/:user': {
    access: 'owner',
    params: user,
    body: z.object({ role: RoleInput }),
    answer: answer<{ ok: true }>(),
  },
  'DELETE /team/:user': { access: 'owner', params: user, answer: answer<{ ok: true }>() },
  'POST /team/:user/reset-link': { access: 'owner', params: user, answer: answer<InvitationLink>() },

  'GET /invitation/:token': { access: 'anyone', params: token, answer: answer<InvitationOffer>() },
  'POST /invitation/:token': {
    access: 'anyone',
    params: token,
    body: z.object({ name: RequiredText.optional(), password: Password.optional() }),
    answer: answer<{ email: string }>(),
  },
} as const satisfies SessionApi
