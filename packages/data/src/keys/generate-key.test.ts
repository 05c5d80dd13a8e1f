import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { keyChangedChannel } from './announce-key-change.ts'
import { findAccountByKeyHash } from './find-key.ts'
import { generateKey } from './generate-key.ts'
import { hashKey } from './hash-key.ts'

describe('generateKey', () => {
  const database = useTestDatabase()
  let accountId: string
  let firstKey: string
  beforeAll(async () => {
    const account = await createAccount(database.db, { kind: 'standard', email: 'ann@example.com', actor: 'cli' })
    accountId = account.id
    firstKey = account.apiKey
  })
  const holderOf = (apiKey: string) => findAccountByKeyHash(database.db, hashKey(apiKey))

  test('makes the key before it worthless', async () => {
    const { apiKey, hint } = await generateKey(database.db, accountId, 'user:1')
    expect(await holderOf(firstKey)).toBeNull()
    expect(await holderOf(apiKey)).toMatchObject({ accountId, hint })
  })

  test('leaves one key when several are asked for at once', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => generateKey(database.db, accountId, 'cli')))
    const holders = await Promise.all(keys.map(({ apiKey }) => holderOf(apiKey)))
    expect(holders.filter(Boolean)).toHaveLength(1)
  })

  test('tells the gateways when the new key holds, not before', async () => {
    const listener = await database.db.pool.connect()
    const seen: string[] = []
    listener.on('notification', async () => {
      const row = await database.db.prisma.apiKey.findUnique({ where: { accountId } })
      seen.push(row?.hint ?? '')
    })
    await listener.query(`listen ${keyChangedChannel}`)
    try {
      const { hint } = await generateKey(database.db, accountId, 'cli')
      expect(await until(() => seen[0])).toBe(hint)
    } finally {
      listener.release(true)
    }
  })

  test('refuses an unknown account', async () => {
    const generate = generateKey(database.db, crypto.randomUUID(), 'cli')
    await expect(generate).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
