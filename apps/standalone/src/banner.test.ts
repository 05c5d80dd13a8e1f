import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { renderBanner, renderCurl } from './banner.ts'
import type { Quickstart } from './quickstart.ts'

const account = { id: 'acc_1', userId: 'usr_1', email: 'agency@example.com', password: 'secret', apiKey: 'pk_1' }
const quickstart: Quickstart = {
  apiUrl: 'https://localhost:8443/v1',
  caFile: `/it's here/ca.pem`,
  consoleUrl: 'http://localhost:3000',
  databaseUrl: 'postgres://localhost/parley',
  redisUrl: null,
  accounts: { agency: account, subAccount: account },
}

test('the curl line survives a shell, whatever the path to the authority is', () => {
  const script = `curl() { printf '%s\\n' "$@"; }; ${renderCurl(quickstart)}`
  const [flag, caFile, url, , key, , , , body = ''] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split(
    '\n',
  )
  expect([flag, caFile, url, key]).toEqual([
    '--cacert',
    quickstart.caFile,
    'https://localhost:8443/v1/incoming_custom_channel_message',
    'x-api-key: pk_1',
  ])
  expect(JSON.parse(body).customData.messageSid).toMatch(/^demo-\d+$/)
})

test('the banner shows address, key and log-in, plain where there is no terminal', () => {
  const banner = renderBanner(quickstart, '/home', (_, text) => text)
  for (const shown of [quickstart.apiUrl, account.apiKey, account.email, account.password, '/home/quickstart.json']) {
    expect(banner).toContain(shown)
  }
})
