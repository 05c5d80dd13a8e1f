import { randomBytes } from 'node:crypto'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { saveEndpoint } from './save-endpoint.ts'

describe('saveEndpoint', () => {
  const database = useTestDatabase()
  const secretsKey = randomBytes(32)
  let accountId: string
  beforeEach(async () => {
    const email = `${crypto.randomUUID()}@example.com`
    accountId = (await createAccount(database.db, { kind: 'agency', email, actor: 'cli' })).id
  })
  const save = (url: string, kind: 'reply' | 'auto_recharge' = 'reply') =>
    saveEndpoint(database.db, secretsKey, accountId, { kind, url, actor: 'cli' })
  const stored = (kind: 'reply' | 'auto_recharge' = 'reply') =>
    database.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { accountId_kind: { accountId, kind } } })

  test('makes a secret the first time and keeps it when the URL changes', async () => {
    const first = await save('https://example.com/a')
    const second = await save('https://example.com/b')
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(second).toEqual({ url: 'https://example.com/b', secret: first.secret })
    expect((await stored()).url).toBe('https://example.com/b')
  })

  test('keeps the secret sealed', async () => {
    const { secret } = await save('https://example.com/a')
    expect(JSON.stringify(await stored())).not.toContain(secret.slice(6))
  })

  test('makes one secret when it is first saved by several at once', async () => {
    const saved = await Promise.all(['a', 'b', 'c'].map((path) => save(`https://example.com/${path}`)))
    expect(new Set(saved.map(({ secret }) => secret)).size).toBe(1)
  })

  test('gives each kind of event its own URL and secret', async () => {
    const reply = await save('https://example.com/reply')
    const recharge = await save('https://example.com/recharge', 'auto_recharge')
    expect(recharge.secret).not.toBe(reply.secret)
    expect([(await stored()).url, (await stored('auto_recharge')).url]).toEqual([reply.url, recharge.url])
  })

  test('enables an endpoint that was disabled', async () => {
    await save('https://example.com/a')
    const now = new Date()
    await database.db.prisma.webhookEndpoint.updateMany({
      where: { accountId },
      data: { failuresInRow: 12, failingSince: now, probeAt: now, disabledAt: now, disabledReason: 'gone' },
    })
    await save('https://example.com/a')
    expect(await stored()).toMatchObject({
      failuresInRow: 0,
      failingSince: null,
      probeAt: null,
      disabledAt: null,
      disabledReason: null,
    })
  })

  test('gives nobody but an agency an auto-recharge webhook', async () => {
    const { id } = await createAccount(database.db, { kind: 'standard', email: 'ann@example.com', actor: 'cli' })
    const input = { kind: 'auto_recharge', url: 'https://example.com', actor: 'cli' } as const
    await expect(saveEndpoint(database.db, secretsKey, id, input)).rejects.toMatchObject({ code: 'AGENCY_ONLY' })
  })

  test('refuses an unknown account', async () => {
    accountId = crypto.randomUUID()
    await expect(save('https://example.com/a')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
