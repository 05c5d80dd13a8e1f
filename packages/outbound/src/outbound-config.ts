import { isIP } from 'node:net'
import { z } from 'zod'

const list = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

/** Addresses and CIDR ranges, or names of hosts. */
const isRange = (text: string) => isIP(text.split('/', 1)[0] ?? '') !== 0

function isAllowEntry(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0) return /^[a-z0-9._-]+$/i.test(text)
  if (bits === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Where requests that leave the house may go. For every process that makes any. */
export const OutboundConfig = z.object({
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform(list)
    .refine((entries) => entries.every(isAllowEntry), {
      error: 'must list addresses, CIDR ranges or host names, separated by commas',
    })
    .transform((entries) => ({
      ranges: entries.filter(isRange),
      hosts: entries.filter((entry) => !isRange(entry)).map((host) => host.toLowerCase()),
    }))
    .describe(
      'Addresses, CIDR ranges and host names that webhooks, media URLs and models may lead to although they are not public, at any port and over plain HTTP, e.g. `10.1.0.0/16,hooks.internal`.',
    ),
  OUTBOUND_PORTS: z
    .string()
    .default('80,443,8080,8443')
    .transform((text) => list(text).map(Number))
    .refine((ports) => ports.length > 0 && ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536), {
      error: 'must list ports from 1 to 65535, separated by commas',
    })
    .describe('Ports that requests to public addresses may use.'),
  OUTBOUND_HTTP: z
    .stringbool({ error: 'must be true or false' })
    .default(false)
    .describe('Let requests to public addresses use plain `http://` too.'),
})

export type OutboundConfig = z.output<typeof OutboundConfig>
