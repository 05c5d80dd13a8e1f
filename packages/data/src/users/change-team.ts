import { ParleyError } from '@parley/contracts/errors'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { Prisma, Role } from '../generated/client.ts'

type Change = { userId: string; actor: string }

export const setRole = (db: Db, accountId: string, { userId, actor, role }: Change & { role: Role }): Promise<void> =>
  change(db, accountId, userId, async (tx, where) => {
    await tx.membership.update({ where, data: { role } })
    await writeAudit(tx, accountId, { actor, action: 'team.role', subject: userId, detail: { role } })
  })

export const removeFromTeam = (db: Db, accountId: string, { userId, actor }: Change): Promise<void> =>
  change(db, accountId, userId, async (tx, where) => {
    await tx.membership.delete({ where })
    await tx.conversation.updateMany({ where: { accountId, assigneeId: userId }, data: { assigneeId: null } })
    await writeAudit(tx, accountId, { actor, action: 'team.remove', subject: userId })
  })

type Where = { accountId_userId: { accountId: string; userId: string } }

/** An account always keeps an owner; changes wait for each other, so that two cannot remove each other. */
const change = (
  db: Db,
  accountId: string,
  userId: string,
  apply: (tx: Prisma.TransactionClient, where: Where) => Promise<void>,
): Promise<void> =>
  db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const where = { accountId_userId: { accountId, userId } }
    if (!(await tx.membership.findUnique({ where })))
      throw new ParleyError('NOT_FOUND', 'They do not belong to the team')
    await apply(tx, where)
    if ((await tx.membership.count({ where: { accountId, role: 'owner' } })) === 0) {
      throw new ParleyError('BAD_REQUEST', 'An account needs an owner; make somebody else one first')
    }
  })
