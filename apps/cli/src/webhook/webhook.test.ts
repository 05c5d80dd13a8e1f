import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { showId } from '@parley/contracts/ids'
import { unseal } from '@parley/data/secrets/seal'
import { freePort } from '@parley/local-stack/free-port'
import { startReceiver } from '@parley/outbound/receiver'
import { makeEndpoint, secretsKey, storeReplies } from '@parley/testing/delivery-fixtures'
import { useTestDatabase } from '@parley/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { parleyJson, runParley } from '../testing/run-parley.ts'

const database = useTestDatabase()
const env = {
  DATABASE_URL: database.url,
  SECRETS_KEY: secretsKey.toString('base64'),
  OUTBOUND_ALLOW: '127.0.0.1',
}
const webhook = (verb: string, accountId: string, ...flags: string[]) =>
  parleyJson(['webhook', verb, '--account', showId('account', accountId), ...flags], env)

test('a test that succeeds enables a disabled webhook, and what was held becomes due', async () => {
  const { db } = database
  const secrets: string[] = []
  const receiver = await startReceiver({ secrets, script: '500,200' })
  onTestFinished(receiver.close)
  const { accountId, endpointId, secret } = await makeEndpoint(db, receiver.url)
  secrets.push(secret)
  const disabled = { disabledAt: new Date(), disabledReason: 'It answered 410 Gone.' }
  await db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: disabled })
  await storeReplies(db, accountId, ['a', 'b'])

  expect(await webhook('test', accountId)).toMatchObject({ ok: false, statusCode: 500, error: 'Answered 500' })
  expect(await webhook('show', accountId)).toMatchObject({
    ...{ url: receiver.url, kind: 'reply', secret, state: 'disabled', waiting: 0, held: 2 },
    disabledReason: 'It answered 410 Gone.',
  })
  expect(await webhook('test', accountId)).toMatchObject({ ok: true, statusCode: 200, error: null })
  expect(await webhook('show', accountId)).toMatchObject({ state: 'healthy', waiting: 2, held: 0 })
  expect(receiver.received.map(({ signature, raw }) => [signature, JSON.parse(raw).test])).toEqual([
    ['valid', true],
    ['valid', true],
  ])
  const attempts = await webhook('attempts', accountId)
  expect(attempts.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([200, 500])
})

test('rotate gives a new secret and keeps the old one for a day', async () => {
  const { accountId, secret } = await makeEndpoint(database.db, 'https://example.com/')
  const rotated = await webhook('rotate', accountId)
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(secret)
  expect(Date.parse(rotated.previousSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const stored = await database.db.prisma.webhookEndpoint.findFirstOrThrow({ where: { accountId } })
  expect(unseal(secretsKey, stored.previousSecretSealed ?? '')).toBe(secret)
})

test('replay owes a message again, or all that failed, and enable releases what was held', async () => {
  const { db } = database
  const { accountId, endpointId } = await makeEndpoint(db, 'https://example.com/')
  const [first] = await storeReplies(db, accountId, ['a', 'b', 'c'])
  const message = showId('message', first?.id ?? '')
  expect(await webhook('replay', accountId, '--message', message)).toEqual({ replayed: 1 })
  await db.prisma.message.updateMany({ where: { accountId, NOT: { id: first?.id ?? '' } }, data: { status: 'Failed' } })
  const since = new Date(Date.now() - 60_000).toISOString()
  expect(await webhook('replay', accountId, '--failed-since', since)).toEqual({ replayed: 2 })

  await db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { disabledAt: new Date() } })
  await storeReplies(db, accountId, ['d'])
  expect(await webhook('enable', accountId)).toEqual({ url: 'https://example.com/' })
  expect(await db.prisma.delivery.count({ where: { accountId, isHeld: true } })).toBe(0)
})

test('replay wants to know what', async () => {
  const { accountId } = await makeEndpoint(database.db, 'https://example.com/')
  const words = ['webhook', 'replay', '--account', showId('account', accountId)]
  expect(await runParley(words, env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('give one of --message'),
  })
})

test('receiver answers as told, checks signatures, tells of each request, and ends on Ctrl-C', async () => {
  const { accountId, secret } = await makeEndpoint(database.db, 'https://example.com/')
  const port = await freePort()
  const words = ['receiver', '--port', String(port), '--answer', '410,200', '--secret', secret, '--json']
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...words], { env: {} })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stderr)
  expect((await once(lines, 'line'))[0]).toContain(`listening on http://127.0.0.1:${port}/`)
  await webhook('set', accountId, '--url', `http://127.0.0.1:${port}/`)
  const line = once(lines, 'line')
  expect(await webhook('test', accountId)).toMatchObject({ ok: false, statusCode: 410 })
  expect((await line)[0]).toMatch(/dlv_\w+ {2}signature valid {2}answered 410/)
  child.kill('SIGINT')
  const [summary] = await once(child.stdout, 'data')
  expect(JSON.parse(String(summary))).toEqual({ received: 1, different: 1, invalidSignatures: 0 })
})

test('receiver says what an answer may be', async () => {
  const outcome = await runParley(['receiver', '--answer', 'maybe'], {})
  expect(outcome).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--answer: "maybe" is no step: use a status'),
  })
})
