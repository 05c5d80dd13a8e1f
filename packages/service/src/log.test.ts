import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { redactSecrets } from './redact-secrets.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'info'): string {
  const lines: string[] = []
  write(createLog('demo', level, { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('a line names its service, level and time', () => {
  const line: unknown = JSON.parse(logged((log) => log.info({ count: 2 }, 'stored')))
  expect(line).toMatchObject({ service: 'demo', level: 'info', count: 2, msg: 'stored' })
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-.*Z$/))
})

test('what is below the level is not written', () => {
  expect(logged((log) => log.info('quiet'), 'warn')).toBe('')
})

test('secrets are redacted at any depth, and the line stays JSON', () => {
  const line = logged((log) =>
    log.info({
      request: { headers: { authorization: 'Bearer "hunter2"', 'x-api-key': ['hunter2', 'b'], cookie: 'a=hunter2' } },
      account: { login: { password: 'hunter2\\', webhookSecret: 'hunter2', apiKey: 'hunter2' } },
    }),
  )
  expect(line).not.toContain('hunter2')
  expect(JSON.parse(line)).toMatchObject({
    request: { headers: { authorization: '[redacted]', 'x-api-key': '[redacted]' } },
    account: { login: { password: '[redacted]' } },
  })
})

test('a key in a query string is redacted, the rest of the URL stays', () => {
  const line = logged((log) =>
    log.info({ url: '/v1/contacts?apiKey=hunter2&phoneNumber=%2B49' }, 'GET /v1?api_key=hunter2'),
  )
  expect(JSON.parse(line)).toMatchObject({
    url: '/v1/contacts?apiKey=[redacted]&phoneNumber=%2B49',
    msg: 'GET /v1?api_key=[redacted]',
  })
})

test('a password in a URL is redacted in the message and in the stack of an error', () => {
  const line = logged((log) => log.error(new Error('no route to postgres://parley:hun@ter2@db:5432/parley')))
  expect(line).not.toContain('ter2')
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'no route to postgres://parley:[redacted]@db:5432/parley' },
  })
})

test.each([
  'https://example.com:8443/v1/contacts?email=ann@example.com',
  'ann@example.com wrote at 10:30 to bob@example.com',
  '{"passwordless":"yes","tokens":12}',
])('%s has no secret and stays as it is', (text) => {
  expect(redactSecrets(text)).toBe(text)
})
