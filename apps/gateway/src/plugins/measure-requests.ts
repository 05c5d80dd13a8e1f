import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/** How many requests came, to what, with which answer, and how long it took them. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'parley_request_duration_seconds',
    help: 'How long requests took until they were answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the address: there are few of these, and no id or key is in them.
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
}
