import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'

const noList = () => new ParleyError('LIST_NOT_FOUND', 'There is no such list.')

/** The account's lists by name, with how many are on each. */
export async function listLists(db: Db, accountId: string) {
  const lists = await db.prisma.list.findMany({
    where: { accountId },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, createdAt: true, _count: { select: { contacts: true } } },
  })
  return lists.map(({ _count, ...list }) => ({ ...list, contacts: _count.contacts }))
}

export async function renameList(db: Db, accountId: string, id: string, name: string): Promise<void> {
  const update = db.prisma.list.updateMany({ where: { id, accountId }, data: { name } })
  const { count } = await refuseDuplicate(update, `There is a list named "${name}" already; choose another name`)
  if (count === 0) throw noList()
}

/** The contacts stay. */
export async function deleteList(db: Db, accountId: string, id: string): Promise<void> {
  const { count } = await db.prisma.list.deleteMany({ where: { id, accountId } })
  if (count === 0) throw noList()
}
