import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { StoresConfig } from '@parley/service/common-config'
import { readConfig } from '@parley/service/config'
import { z } from 'zod'
import { Mistake } from './mistake.ts'

export const CliConfig = z.object({
  PARLEY_HOME: z.string().default('.parley').describe('Where `npm start` keeps its state.'),
  DATABASE_URL: StoresConfig.shape.DATABASE_URL.optional(),
  REDIS_URL: StoresConfig.shape.REDIS_URL,
  ...OutboundConfig.shape,
  SECRETS_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
    .optional()
    .describe('Encrypts stored secrets: 32 bytes in base64, e.g. of `openssl rand -base64 32`.')
    .meta({ secret: true }),
})

export type Addresses = {
  home: string
  databaseUrl: string
  queueUrl: string
  secretsKey: string | undefined
  outbound: OutboundConfig
}

/** As `npm start` has it: a model or a webhook may be on this machine. */
const thisMachine = { OUTBOUND_ALLOW: '127.0.0.0/8,::1', OUTBOUND_HTTP: 'true' }

const Quickstart = z.object({ databaseUrl: z.string(), redisUrl: z.string().nullish() })

/** Where the command is called. */
export type Surroundings = { env: NodeJS.ProcessEnv; cwd: string }

/** The stores of the environment or, when it names no database, those that `npm start` runs. */
export function findAddresses({ env, cwd }: Surroundings): Addresses {
  const dotenv = join(cwd, '.env')
  const given = { ...(existsSync(dotenv) && parseEnv(readFileSync(dotenv, 'utf8'))), ...env }
  const config = readConfig(CliConfig, given.DATABASE_URL ? given : { ...thisMachine, ...given })
  const home = resolve(cwd, config.PARLEY_HOME)
  const stores = config.DATABASE_URL
    ? { databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL }
    : readQuickstart(join(home, 'quickstart.json'))
  return {
    home,
    databaseUrl: stores.databaseUrl,
    queueUrl: stores.redisUrl || stores.databaseUrl,
    secretsKey: config.SECRETS_KEY,
    outbound: config,
  }
}

function readQuickstart(file: string): z.output<typeof Quickstart> {
  if (!existsSync(file)) {
    throw new Mistake(`no database to work on: set DATABASE_URL, or run npm start once, which writes ${file}`)
  }
  try {
    return Quickstart.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Mistake(`${file} cannot be read; run npm start, which writes it anew, or set DATABASE_URL`, { cause })
  }
}
