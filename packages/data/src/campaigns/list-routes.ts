import type { Db } from '../db.ts'

export type Route = { id: string; name: string; keywords: string[]; isDefault: boolean }

/** The campaigns that messages of the account may be routed to, the oldest first. */
export const listRoutes = (db: Db, accountId: string): Promise<Route[]> =>
  db.prisma.campaign.findMany({
    where: { accountId, active: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, keywords: true, isDefault: true },
  })
