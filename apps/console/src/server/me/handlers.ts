import { showId } from '@parley/contracts/ids'
import type { meApi } from '@parley/contracts/session/me'
import type { Handlers } from '../endpoints.ts'

export const meHandlers: Handlers<typeof meApi> = {
  'GET /me': async ({ caller, reply }) => ({
    user: {
      id: showId('user', caller.userId),
      name: caller.name,
      email: caller.email,
      isOperator: caller.isOperator,
    },
    accounts: caller.accounts.map(({ accountId, ...account }) => ({ id: showId('account', accountId), ...account })),
    csrfToken: reply.generateCsrf({ userInfo: caller.userId }),
  }),

  'PATCH /me': async ({ db, caller, body }) => {
    await db.prisma.user.update({ where: { id: caller.userId }, data: { name: body.name } })
    return { name: body.name }
  },
}
