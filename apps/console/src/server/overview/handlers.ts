import type { overviewApi } from '@parley/contracts/session/overview'
import { readOverview } from '@parley/data/stats/read-overview'
import type { Handlers } from '../endpoints.ts'

export const overviewHandlers: Handlers<typeof overviewApi> = {
  'GET /overview': async ({ db, accountId, query }) => {
    const hours = Number(query.hours)
    const { points, ...overview } = await readOverview(db, accountId, hours)
    return { hours, ...overview, points: points.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })) }
  },
}
