import { MediaConfig } from '@parley/media/media-config'
import { Port, ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const GatewayConfig = z
  .object({
    ...ServiceConfig.shape,
    ...StoresConfig.shape,
    ...MediaConfig.shape,
    PORT: Port.default(8443).describe(
      'Public port; TLS and plain HTTP are told apart on it, and plain HTTP is refused.',
    ),
    HOST: z.string().default('::').describe('Address that the public port listens on; `::` is every one, IPv4 too.'),
    TLS_CERT_FILE: z
      .string()
      .optional()
      .describe('Certificate (PEM, with its chain) that the gateway serves TLS with.'),
    TLS_KEY_FILE: z.string().optional().describe('Private key of the certificate (PEM).'),
    TRUST_PROXY: z
      .string()
      .optional()
      .describe(
        'Addresses or CIDRs, comma-separated, of proxies that terminate TLS and whose `X-Forwarded-*` is believed.',
      ),
    INGEST_DEADLINE_MS: wholeNumber(10, 60_000)
      .default(800)
      .describe('How long a caller waits for the queue to take its message before it gets 503, in milliseconds.'),
    INGEST_BACKLOG_LIMIT: wholeNumber(1, 1_000_000_000)
      .default(500_000)
      .describe(
        'Accepted messages that may wait to be stored, in each of the two ingest queues; more are refused with 503. Redis holds about 0.5 KB for each.',
      ),
  })
  .refine((config) => (config.TLS_CERT_FILE === undefined) === (config.TLS_KEY_FILE === undefined), {
    path: ['TLS_KEY_FILE'],
    error: 'and TLS_CERT_FILE must be set together',
  })
  .refine((config) => config.TLS_CERT_FILE !== undefined || config.TRUST_PROXY !== undefined, {
    path: ['TLS_CERT_FILE'],
    error: 'and TLS_KEY_FILE must be set, or TRUST_PROXY when a proxy terminates TLS: plain HTTP is never served',
  })

export type GatewayConfig = z.output<typeof GatewayConfig>
