import { collectDefaultMetrics, Registry } from 'prom-client'

/** One per process, so that nothing is shared between services that run in one test. */
export function createRegistry(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return registry
}
