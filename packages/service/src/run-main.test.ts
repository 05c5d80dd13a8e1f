import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../testing/run-script.ts'

const runMain = (body: string, env: NodeJS.ProcessEnv = {}) =>
  runScript(
    `
    import { connect } from 'node:net'
    import { once } from 'node:events'
    import { ServiceConfig, StoresConfig } from './common-config.ts'
    import { readConfig } from './config.ts'
    import { runMain } from './run-main.ts'
    import { startService } from './start-service.ts'
    await runMain('demo', async () => { ${body} })
    `,
    env,
  ).exit()

test('a broken environment is told in one line a fault and exits with 1', async () => {
  const { code, stderr } = await runMain('readConfig(StoresConfig)', { DATABASE_URL: 'x', DATABASE_POOL: 'many' })
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([
    'demo: DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    'demo: DATABASE_POOL must be a whole number from 1 to 1000 (it is "many")',
  ])
})

test.each(['127.0.0.1', 'localhost'])('a server on %s that is not there is told in one line', async (host) => {
  const { code, stderr } = await runMain(`await once(connect({ host: '${host}', port: 1 }), 'connect')`)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^demo: connect ECONNREFUSED [\d.:]+: nothing listens there: .*\n$/)
})

test('a busy health port is told in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { code, stderr } = await runMain(`await startService('demo', readConfig(ServiceConfig))`, {
    HEALTH_PORT: String(port),
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^demo: HEALTH_PORT \d+ on 127.0.0.1 is in use: .*\n$/)
})

test.each([
  ['28P01', 'password authentication failed for user "parley"', 'the user or the password in DATABASE_URL is wrong'],
  ['P1001', '\\nInvalid call:\\n\\nNo server at db:5432', 'is the server up'],
])(
  'a database that refuses with %s is told in one line, also as the cause of another error',
  async (code, text, hint) => {
    const { stderr } = await runMain(
      `throw new Error('cannot start', { cause: Object.assign(new Error('${text}'), { code: '${code}' }) })`,
    )
    expect(stderr).toMatch(/^demo: .*\n$/)
    expect(stderr).toContain(hint)
  },
)

test('any other fault shows its stack, without secrets', async () => {
  const { code, stderr } = await runMain(`throw new TypeError('no such thing as redis://:hunter2@cache')`)
  expect(code).toBe(1)
  expect(stderr).toMatch(/TypeError: no such thing as redis:\/\/:\[redacted\]@cache\n +at /)
})
