import { z } from 'zod'

export const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^-?\d+$/, { error })
    .transform(Number)
    .refine((number) => number >= from && number <= to, { error })
}

export const Port = wholeNumber(1, 65_535)

export const Flag = z.stringbool({ error: 'must be true or false' })

/** A URL of one of the given protocols, e.g. `urlOf('https:', 'http:')`. */
export const urlOf = (...protocols: [string, ...string[]]) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** What every process can be told. */
export const ServiceConfig = z.object({
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  HEALTH_PORT: wholeNumber(0, 65_535)
    .default(9090)
    .describe('Private port of `/healthz`, `/readyz` and `/metrics`; `0` takes any free one and logs it.'),
  HEALTH_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the private port listens on; `0.0.0.0` inside a container. Never make it public.'),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 600_000)
    .default(20_000)
    .describe('How long a process that was asked to stop may take to finish what it has begun, in milliseconds.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http:', 'https:')
    .optional()
    .describe('Where traces go (OTLP over HTTP), e.g. `http://collector:4318`; without it none are made.'),
})

export type ServiceConfig = z.output<typeof ServiceConfig>

/** `redis+cluster://` takes the nodes to begin with, separated by commas, which a URL proper cannot hold. */
const redisUrl = /^(rediss?:\/\/[^\s,/]+(\/\d+)?\/?|redis\+cluster:\/\/([^\s,/@]*@)?[^\s,/@]+:\d+(,[^\s,/@]+:\d+)*\/?)$/

/** For the processes that reach the two stores. */
export const StoresConfig = z.object({
  DATABASE_URL: urlOf('postgres:', 'postgresql:')
    .describe('The Postgres database, e.g. `postgres://parley@localhost:5432/parley`.')
    .meta({ secret: true }),
  DATABASE_POOL: wholeNumber(1, 1000).default(10).describe('Connections to Postgres that one process may hold.'),
  REDIS_URL: z
    .string()
    .regex(redisUrl, {
      error: 'must be redis://host:port, rediss://host:port or redis+cluster://host:port,host:port',
    })
    .optional()
    .describe(
      'The Redis that the queues live in: `redis://`, `rediss://` or `redis+cluster://host:port,host:port`. Without it they live in Postgres, which suits one machine.',
    )
    .meta({ secret: true }),
  ACCEPT_UNSAFE_REDIS: Flag.default(false).describe(
    'Be ready even if Redis may lose accepted messages (no `appendonly yes`, no `appendfsync always`, or it evicts).',
  ),
  JOB_LOCK_MS: wholeNumber(500, 600_000)
    .default(10_000)
    .describe('After this long without a sign of life from its worker a job is taken up by another, in milliseconds.'),
})

export type StoresConfig = z.output<typeof StoresConfig>
