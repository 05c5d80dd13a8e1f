import type { LookupFunction } from 'node:net'
import got, { type Got } from 'got'
import { guardedAgents } from './guarded-agents.ts'
import type { OutboundConfig } from './outbound-config.ts'

/** The one HTTP client that may leave the house. */
export type Outbound = {
  /** Connects through the guarded agents only; by itself it retries nothing and follows nothing. */
  client: Got
  close(): void
}

export function openOutbound(config: OutboundConfig, options: { lookup?: LookupFunction } = {}): Outbound {
  const agent = guardedAgents(config, options.lookup)
  const client = got.extend({
    agent,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    // Nothing compressed is asked for, so a limit on what is read is a limit on what is unpacked.
    decompress: false,
  })
  return {
    client,
    close() {
      agent.http.destroy()
      agent.https.destroy()
    },
  }
}
