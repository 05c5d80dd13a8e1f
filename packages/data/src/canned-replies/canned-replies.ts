import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'

type Input = { shortcut: string; body: string }
const select = { id: true, shortcut: true, body: true } as const
const taken = ({ shortcut }: Input) => `There is a reply "/${shortcut}" already; choose another name`

export const listCannedReplies = (db: Db, accountId: string) =>
  db.prisma.cannedReply.findMany({ where: { accountId }, orderBy: { shortcut: 'asc' }, select })

export const createCannedReply = (db: Db, accountId: string, input: Input) =>
  refuseDuplicate(db.prisma.cannedReply.create({ data: { accountId, ...input }, select }), taken(input))

export async function setCannedReply(db: Db, accountId: string, id: string, input: Input) {
  const change = db.prisma.cannedReply.updateManyAndReturn({ where: { id, accountId }, data: input, select })
  const [changed] = await refuseDuplicate(change, taken(input))
  if (!changed) throw new ParleyError('NOT_FOUND', 'There is no such reply; it may have been deleted.')
  return changed
}

export async function deleteCannedReply(db: Db, accountId: string, id: string): Promise<void> {
  await db.prisma.cannedReply.deleteMany({ where: { id, accountId } })
}
