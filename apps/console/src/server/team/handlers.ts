import type { InvitationLink, teamApi } from '@parley/contracts/session/team'
import { acceptInvitation } from '@parley/data/users/accept-invitation'
import { removeFromTeam, setRole } from '@parley/data/users/change-team'
import {
  findInvitation,
  invite,
  listInvitations,
  type MadeInvitation,
  makeResetToken,
  withdrawInvitation,
} from '@parley/data/users/invitations'
import { findTeammate } from '@parley/data/users/list-team'
import type { Handlers } from '../endpoints.ts'
import type { ConsoleParts } from '../parts.ts'

const ok = { ok: true } as const

/** The link is for people to pass on; where a mail server is set it is sent as well. */
async function linkFor(
  { publicUrl, mail, log }: ConsoleParts,
  { token, expiresAt }: MadeInvitation,
  letter: { to: string; subject: string; text(link: string): string },
): Promise<InvitationLink> {
  const link = new URL(`/join/${token}`, publicUrl).href
  const mailed = await mail({ to: letter.to, subject: letter.subject, text: letter.text(link) }).catch(
    (err: unknown) => {
      log.error({ err }, 'a mail could not be sent')
      return false
    },
  )
  return { link, mailed, expiresAt: expiresAt.toISOString() }
}

export const teamHandlers: Handlers<typeof teamApi> = {
  'GET /invitations': async ({ db, accountId }) =>
    (await listInvitations(db, accountId)).map(({ role, expiresAt, ...rest }) => ({
      ...rest,
      role: role ?? 'viewer',
      expiresAt: expiresAt.toISOString(),
    })),
  'POST /invitations': async ({ accountId, caller, actor, body, ...parts }) => {
    const made = await invite(parts.db, accountId, { ...body, invitedById: caller.userId, actor })
    return linkFor(parts, made, {
      to: body.email,
      subject: `${caller.name} invites you to Parley`,
      text: (link) => `${caller.name} invites you to work with them in Parley. Open this link to join:\n\n${link}\n`,
    })
  },
  'DELETE /invitations/:invitation': async ({ db, accountId, params }) => {
    await withdrawInvitation(db, accountId, params.invitation)
    return ok
  },
  'PUT /team/:user': async ({ db, accountId, actor, params, body }) => {
    await setRole(db, accountId, { userId: params.user, role: body.role, actor })
    return ok
  },
  'DELETE /team/:user': async ({ db, accountId, actor, params }) => {
    await removeFromTeam(db, accountId, { userId: params.user, actor })
    return ok
  },
  'POST /team/:user/reset-link': async ({ accountId, params, ...parts }) => {
    const { email } = await findTeammate(parts.db, accountId, params.user)
    return linkFor(parts, await makeResetToken(parts.db, email), {
      to: email,
      subject: 'A new password for Parley',
      text: (link) => `Open this link to choose a new password:\n\n${link}\n`,
    })
  },
  'GET /invitation/:token': async ({ db, params }) => {
    const { email, accountName, role, userId } = await findInvitation(db, params.token)
    return { email, account: accountName, role, isKnown: userId !== null }
  },
  'POST /invitation/:token': ({ db, params, body }) => acceptInvitation(db, params.token, body),
}
