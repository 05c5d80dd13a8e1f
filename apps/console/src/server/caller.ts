import { ParleyError } from '@parley/contracts/errors'
import type { MyAccount, Role } from '@parley/contracts/session/me'
import type { Db } from '@parley/data/db'
import { listMemberships } from '@parley/data/users/list-memberships'
import type { FastifyRequest } from 'fastify'
import type { Auth } from './auth.ts'
import { authHeaders } from './plugins/auth-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export type Caller = {
  userId: string
  name: string
  email: string
  isOperator: boolean
  sessionId: string
  accounts: (Omit<MyAccount, 'id'> & { accountId: string })[]
  /** The account that the call is about, and the caller's role in it. */
  accountId?: string
  role?: Role
}

export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

const rank: Record<Role, number> = { viewer: 0, agent: 1, owner: 2 }

export const createFindCaller =
  (auth: Auth, db: Db): FindCaller =>
  async (request) => {
    const found = await auth.api.getSession({ headers: authHeaders(request) })
    if (!found) return null
    const { user, session } = found
    const person = await listMemberships(db, user.id)
    return person && { userId: user.id, name: user.name, email: user.email, sessionId: session.id, ...person }
  }

/** An account that the caller does not belong to does not exist for them. */
export function requireRole(caller: Caller, accountId: string | null, needed: Role): Caller {
  const membership = caller.accounts.find((each) => each.accountId === accountId)
  if (!membership) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account, or you do not belong to it.')
  if (rank[membership.role] < rank[needed]) {
    throw new ParleyError('FORBIDDEN', `This needs the role "${needed}"; yours is "${membership.role}".`)
  }
  return { ...caller, accountId: membership.accountId, role: membership.role }
}

export function requireAgency({ accounts, accountId }: Caller): void {
  if (accounts.find((each) => each.accountId === accountId)?.kind === 'agency') return
  throw new ParleyError('AGENCY_ONLY', 'Only an agency has sub-accounts.')
}
