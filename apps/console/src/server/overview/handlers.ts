import type { overviewApi } from '@parley/contracts/session/overview'
import { readCredits } from '@parley/data/stats/read-credits'
import { readOutcomes } from '@parley/data/stats/read-outcomes'
import { readTraffic } from '@parley/data/stats/read-traffic'
import type { Handlers } from '../endpoints.ts'

const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 }

export const overviewHandlers: Handlers<typeof overviewApi> = {
  'GET /overview': async ({ db, accountId, query }) => {
    const hours = hoursOf[query.range]
    const [traffic, outcomes, credits, waitingForPerson] = await Promise.all([
      readTraffic(db, accountId, hours),
      readOutcomes(db, accountId, hours),
      readCredits(db, accountId, hours),
      db.prisma.conversation.count({ where: { accountId, needsPersonSince: { not: null } } }),
    ])
    return {
      hours: traffic.map(({ hour, ...counts }) => ({ at: hour.toISOString(), ...counts })),
      ...outcomes,
      waitingForPerson,
      credits: credits && { balance: Number(credits.balance), used: Number(credits.used) },
    }
  },
}
