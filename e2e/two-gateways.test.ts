import { createAccount } from '@parley/data/accounts/create-account'
import { setAccount } from '@parley/data/accounts/set-account'
import { generateKey } from '@parley/data/keys/generate-key'
import { startApp } from '@parley/testing/start-app'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { gatewayOverTls } from './testing/gateway-over-tls.ts'

const database = useTestDatabase()

async function startTwoGateways() {
  const start = async () => {
    const { env, url } = await gatewayOverTls()
    await startApp('gateway', { DATABASE_URL: database.url, ...env })
    return url
  }
  const urls = [await start(), await start()]
  return (at: number, key: string) => fetch(`${urls[at % 2]}/replies`, { headers: { 'x-api-key': key } })
}

test('two gateway processes let exactly the limit through, and both refuse a key that was replaced', async () => {
  const ask = await startTwoGateways()
  const { id, apiKey } = await createAccount(database.db, { kind: 'standard', email: 'a@example.com', actor: 'cli' })
  for (const at of [0, 1]) expect((await ask(at, apiKey)).status).toBe(200)

  await setAccount(database.db, id, { rateLimitPerMinute: 50, actor: 'cli' })
  await until(async () => (await ask(0, apiKey)).headers.get('ratelimit-limit') === '50')
  await until(async () => (await ask(1, apiKey)).headers.get('ratelimit-limit') === '50')
  await database.db.pool.query('delete from sql_rate_window')
  const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at, apiKey)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(70)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'))

  const next = await generateKey(database.db, id, 'cli')
  for (const at of [0, 1]) {
    await until(async () => (await ask(at, apiKey)).status === 401)
    expect((await ask(at, next.apiKey)).status).toBe(429)
  }
})
