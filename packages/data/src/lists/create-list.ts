import { lockAccount } from '../accounts/lock-account.ts'
import type { Db } from '../db.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'

export const createList = (db: Db, accountId: string, input: { name: string }): Promise<{ id: string; name: string }> =>
  refuseDuplicate(
    db.prisma.$transaction(async (tx) => {
      await lockAccount(tx, accountId)
      return tx.list.create({ data: { accountId, name: input.name }, select: { id: true, name: true } })
    }),
    `There is a list named "${input.name}" already; choose another name`,
  )
