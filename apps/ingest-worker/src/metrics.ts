import { Counter, type Registry } from 'prom-client'

export function ingestMetrics(registry: Registry) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] })
  return {
    stored: counter('parley_messages_stored_total', 'Messages that became rows.'),
    repeated: counter('parley_messages_repeated_total', 'Messages that were stored already.'),
    setAside: counter('parley_messages_set_aside_total', 'Messages that could not be stored and are dead letters.'),
  }
}
