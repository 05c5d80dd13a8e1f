import { ParleyError } from '@parley/contracts/errors'
import type { Db } from '../db.ts'
import type { Prisma } from '../generated/client.ts'
import { writeKnowledge } from './write-knowledge.ts'

type Entry = { question: string | null; answer: string }

export const addKnowledge = (db: Db, accountId: string, campaignId: string, entry: Entry): Promise<void> =>
  change(db, accountId, campaignId, (tx) => writeKnowledge(tx, campaignId, [{ ...entry, source: null }]))

export const setKnowledge = (
  db: Db,
  accountId: string,
  campaignId: string,
  entryId: string,
  entry: Entry,
): Promise<void> =>
  change(db, accountId, campaignId, async (tx) => {
    const { count } = await tx.knowledgeEntry.updateMany({ where: { id: entryId, campaignId }, data: entry })
    if (count === 0) throw new ParleyError('NOT_FOUND', 'There is no such entry; it may have been deleted.')
  })

export const deleteKnowledge = (db: Db, accountId: string, campaignId: string, entryId: string): Promise<void> =>
  change(db, accountId, campaignId, async (tx) => {
    await tx.knowledgeEntry.deleteMany({ where: { id: entryId, campaignId } })
  })

/** Raises the version, by which the bot sees that its index is old. */
const change = (
  db: Db,
  accountId: string,
  campaignId: string,
  apply: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> =>
  db.prisma.$transaction(async (tx) => {
    const { count } = await tx.campaign.updateMany({
      where: { id: campaignId, accountId },
      data: { version: { increment: 1 } },
    })
    if (count === 0) throw new ParleyError('CAMPAIGN_NOT_FOUND', 'There is no such campaign; check its id')
    await apply(tx)
  })
