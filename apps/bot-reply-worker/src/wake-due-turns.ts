import type { Db } from '@parley/data/db'
import { takeDueTurns } from '@parley/data/pipeline/take-due-turns'
import { takeTurn } from '@parley/queues/catalog'
import type { Queues } from '@parley/queues/open-queues'
import { startTicker } from '@parley/runtime/start-ticker'
import type { Service } from '@parley/service/start-service'

const everyMs = 250
const maxAtOnce = 500

/** Enqueues a wake-up for every conversation in which the bot is due. */
export function wakeDueTurns(service: Service, db: Db, queues: Queues): void {
  startTicker(service, {
    name: 'due turns',
    everyMs,
    async tick() {
      const due = await takeDueTurns(db, maxAtOnce)
      await Promise.all(due.map((turn) => queues.enqueue(takeTurn, turn)))
      return { more: due.length === maxAtOnce }
    },
  })
}
