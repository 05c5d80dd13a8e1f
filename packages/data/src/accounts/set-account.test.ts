import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyChangedChannel } from '../keys/announce-key-change.ts'
import { createAccount } from './create-account.ts'
import { setAccount } from './set-account.ts'

describe('setAccount', () => {
  const database = useTestDatabase()
  let accountId: string
  beforeAll(async () => {
    accountId = (await createAccount(database.db, { kind: 'standard', email: 'ann@example.com', actor: 'cli' })).id
  })

  test('changes what is given and nothing else', async () => {
    await setAccount(database.db, accountId, { rateLimitPerMinute: 10, actor: 'cli' })
    const account = await setAccount(database.db, accountId, { botEnabled: false, actor: 'cli' })
    expect(account).toEqual({ id: accountId, rateLimitPerMinute: 10, botEnabled: false, disabledAt: null })
  })

  test('disables and enables', async () => {
    const disabled = await setAccount(database.db, accountId, { disabled: true, actor: 'cli' })
    expect(disabled.disabledAt).toBeInstanceOf(Date)
    const enabled = await setAccount(database.db, accountId, { disabled: false, actor: 'cli' })
    expect(enabled.disabledAt).toBeNull()
  })

  test('tells the gateways, which keep the limit with the key', async () => {
    const listener = await database.db.pool.connect()
    const told: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => told.push(payload))
    await listener.query(`listen ${keyChangedChannel}`)
    try {
      await setAccount(database.db, accountId, { rateLimitPerMinute: 20, actor: 'cli' })
      await until(() => told.includes(accountId))
    } finally {
      listener.release(true)
    }
  })

  test.each([0, -1, 1.5, Number.NaN, 10_000_001])('refuses a rate limit of %s', async (rateLimitPerMinute) => {
    const set = setAccount(database.db, accountId, { rateLimitPerMinute, actor: 'cli' })
    await expect(set).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('refuses an unknown account', async () => {
    const set = setAccount(database.db, crypto.randomUUID(), { botEnabled: true, actor: 'cli' })
    await expect(set).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
