import { existsSync } from 'node:fs'
import { Port, ServiceConfig, StoresConfig } from '@parley/service/common-config'
import { readConfig } from '@parley/service/config'
import { z } from 'zod'

export const StandaloneConfig = z
  .object({
    PORT: Port.default(8443).describe('Public port of the API.'),
    CONSOLE_PORT: Port.default(3000).describe('Port of the app that people log in to.'),
    PARLEY_HOME: z.string().default('.parley').describe('Where state is kept: data, certificate, keys.'),
    DATABASE_URL: StoresConfig.shape.DATABASE_URL.optional().describe(
      'A Postgres to use instead of the one that `npm start` runs, e.g. `postgres://parley@localhost:5432/parley`.',
    ),
    REDIS_URL: StoresConfig.shape.REDIS_URL,
    SECRETS_KEY: z
      .string()
      .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
      .optional()
      .describe('Encrypts stored secrets: 32 bytes in base64. Without it one is made and kept in `PARLEY_HOME`.')
      .meta({ secret: true }),
    MEDIA_URL: z
      .string()
      .optional()
      .describe('Where media is kept; without it in the folder `media` of `PARLEY_HOME`.'),
    OUTBOUND_ALLOW: z
      .string()
      .default('127.0.0.0/8,::1')
      .describe('Private addresses that webhooks may go to; this machine, unless it is set.'),
    OUTBOUND_HTTP: z
      .string()
      .default('true')
      .describe('Whether webhooks may go to public addresses over plain `http://` too.'),
    LOG_LEVEL: ServiceConfig.shape.LOG_LEVEL,
    SHUTDOWN_GRACE_MS: ServiceConfig.shape.SHUTDOWN_GRACE_MS,
  })
  .refine((config) => config.PORT !== config.CONSOLE_PORT, {
    path: ['CONSOLE_PORT'],
    error: 'and PORT must differ',
  })

export type StandaloneConfig = z.output<typeof StandaloneConfig>

/** From the environment and, where that is silent, from `.env`. */
export function loadConfig(): StandaloneConfig {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(StandaloneConfig)
}

/** Apps inherit what we were given, so that each of their own variables can be set for `npm start` too. */
export const environmentOfApps = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
})

export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined
