import { expect, test } from 'vitest'
import { z } from 'zod'
import { Flag, Port, ServiceConfig, StoresConfig, urlOf, wholeNumber } from './common-config.ts'
import { ConfigError, readConfig, readVariable } from './config.ts'

const AppConfig = z.object({ ...ServiceConfig.shape, ...StoresConfig.shape, PORT: Port.default(8443) })

const faultsOf = (schema: z.ZodObject, env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('what is not given takes its default, and an empty value counts as not given', () => {
  const config = readConfig(AppConfig, { DATABASE_URL: 'postgres://parley@db/parley', PORT: '', REDIS_URL: '' })
  expect(config).toMatchObject({ PORT: 8443, LOG_LEVEL: 'info', HEALTH_HOST: '127.0.0.1', ACCEPT_UNSAFE_REDIS: false })
  expect(config.REDIS_URL).toBeUndefined()
})

test('values arrive as the type that the schema says', () => {
  const env = { DATABASE_URL: 'postgresql://db/parley', PORT: '443', ACCEPT_UNSAFE_REDIS: 'true' }
  expect(readConfig(AppConfig, env)).toMatchObject({ PORT: 443, ACCEPT_UNSAFE_REDIS: true })
})

test('every fault is reported at once, one line each, with the value that is wrong', () => {
  const env = { PORT: 'abc', HEALTH_PORT: '70000', LOG_LEVEL: 'loud', ACCEPT_UNSAFE_REDIS: 'perhaps' }
  const faults = faultsOf(AppConfig, env)
  expect(faults).toHaveLength(5)
  expect(faults).toContain('PORT must be a whole number from 1 to 65535 (it is "abc")')
  expect(faults).toContain('HEALTH_PORT must be a whole number from 0 to 65535 (it is "70000")')
  expect(faults).toContain('LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud")')
  expect(faults).toContain('ACCEPT_UNSAFE_REDIS must be true or false (it is "perhaps")')
  expect(faults).toContainEqual(expect.stringMatching(/^DATABASE_URL must be set: The Postgres database/))
})

test('the value of a secret is never printed', () => {
  const faults = faultsOf(AppConfig, { DATABASE_URL: 'mysql://u:hunter2@db/x', REDIS_URL: 'hunter2' })
  expect(faults).toEqual([
    'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    'REDIS_URL must be redis://host:port, rediss://host:port or redis+cluster://host:port,host:port',
  ])
})

test.each(['', ' ', '1.5', '0x10', '1e3', '-1', '10001', '12abc'])('%j is no whole number from 0 to 10000', (text) => {
  expect(wholeNumber(0, 10_000).safeParse(text).success).toBe(false)
})

test.each([
  'redis://localhost',
  'redis://:pa-ss@localhost:6379/2',
  'rediss://user:pa-ss@host:6380',
  'redis+cluster://a:7000,b:7001,c:7002',
  'redis+cluster://user:pw@a:7000,b:7001',
])('%s is a Redis to connect to', (url) => {
  expect(faultsOf(StoresConfig, { DATABASE_URL: 'postgres://db/x', REDIS_URL: url })).toEqual([])
})

test.each(['localhost:6379', 'http://localhost', 'redis://', 'redis://a:1,b:2', 'redis+cluster://a', 'redis://a/x'])(
  '%s is no Redis to connect to',
  (url) => {
    expect(faultsOf(StoresConfig, { DATABASE_URL: 'postgres://db/x', REDIS_URL: url })).toHaveLength(1)
  },
)

test('a rule over several variables is reported with its own words', () => {
  const Tls = z.object({ CERT: z.string().optional(), KEY: z.string().optional() })
  const together = ({ CERT, KEY }: z.output<typeof Tls>) => (CERT === undefined) === (KEY === undefined)
  const unplaced = Tls.refine(together, { error: 'CERT and KEY go together' })
  const placed = Tls.refine(together, { path: ['KEY'], error: 'must be set with CERT' })
  expect(faultsOf(unplaced, { CERT: 'a.pem' })).toEqual(['CERT and KEY go together'])
  expect(faultsOf(placed, { CERT: 'a.pem' })).toEqual(['KEY must be set with CERT'])
})

test('notes on a variable are found on either side of its default', () => {
  const before = Flag.describe('told').meta({ secret: true }).default(true)
  const after = urlOf('https:').optional().describe('told').meta({ secret: true })
  expect(readVariable(before)).toEqual({ description: 'told', secret: true, required: false, defaultValue: true })
  expect(readVariable(after)).toEqual({ description: 'told', secret: true, required: false, defaultValue: undefined })
  expect(readVariable(Port)).toMatchObject({ required: true, secret: false })
})
