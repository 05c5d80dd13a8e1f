import { MediaConfig } from '@parley/media/media-config'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { Port, ServiceConfig, StoresConfig, urlOf } from '@parley/service/common-config'
import { z } from 'zod'

export const ConsoleConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  ...OutboundConfig.shape,
  ...MediaConfig.shape,
  CONSOLE_PORT: Port.default(3000).describe('Port of the app that people log in to.'),
  CONSOLE_HOST: z.string().default('::').describe('Address that it listens on; `::` is every one, IPv4 too.'),
  CONSOLE_URL: urlOf('http:', 'https:')
    .optional()
    .describe('Address that people open, for links in invitations; with `https://` cookies are sent over TLS only.'),
  CONSOLE_INTERNAL_URL: urlOf('http:', 'https:')
    .optional()
    .describe(
      'Address at which the delivery workers reach the console: the playground has its replies sent there. On one machine it needs no setting.',
    ),
  SECRETS_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
    .describe('Encrypts stored secrets: 32 bytes in base64, e.g. of `openssl rand -base64 32`.')
    .meta({ secret: true }),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe('Addresses or CIDRs, comma-separated, of proxies whose `X-Forwarded-*` is believed.'),
  SMTP_URL: urlOf('smtp:', 'smtps:')
    .optional()
    .describe('Mail server that invitations are sent by, e.g. `smtp://user:password@mail.example.com:587`.')
    .meta({ secret: true }),
  MAIL_FROM: z.string().default('Parley <parley@localhost>').describe('Sender of those mails.'),
})

export type ConsoleConfig = z.output<typeof ConsoleConfig>
