import type { LookupFunction } from 'node:net'
import got, { type Got } from 'got'
import { guardedAgents } from './guarded-agents.ts'
import type { OutboundConfig } from './outbound-config.ts'
import { refuseUrl } from './outbound-refused.ts'

/** The one HTTP client that may leave the house. */
export type Outbound = {
  /** Goes through the guarded agents whatever the URL, on redirects too; retries nothing and follows nothing by itself. */
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
    hooks: {
      beforeRequest: [
        ({ url }) => {
          if (url instanceof URL) refuseUrl(url)
        },
      ],
    },
  })
  return {
    client,
    close() {
      agent.http.destroy()
      agent.https.destroy()
    },
  }
}
