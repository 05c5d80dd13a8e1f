import type { Db } from '@parley/data/db'
import { measureDeliveries } from '@parley/data/pipeline/measure-deliveries'
import type { PostResult } from '@parley/outbound/post-webhook'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts the tries; what waits is asked of the database when the metrics are. Gives what counts one try. */
export function countDeliveries(registry: Registry, db: Db): (result: PostResult) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'parley_delivery_attempts_total',
    help: 'Tries to post an event, by outcome: sent, refused (another status than 2xx) or unreachable.',
    labelNames: ['outcome'],
    registers,
  })
  const oldest = new Gauge({
    name: 'parley_delivery_oldest_due_seconds',
    help: 'How long the oldest delivery that waits has been due.',
    registers,
  })
  new Gauge({
    name: 'parley_delivery_waiting',
    help: 'Deliveries that are due and not yet posted, in the whole installation.',
    registers,
    async collect() {
      const { waiting, oldestDueS } = await measureDeliveries(db)
      this.set(waiting)
      oldest.set(oldestDueS)
    },
  })
  return ({ ok, statusCode }) => attempts.inc({ outcome: ok ? 'sent' : statusCode ? 'refused' : 'unreachable' })
}
