import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { createList } from './create-list.ts'

describe('createList', () => {
  const database = useTestDatabase()
  const newAccountId = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    return (await createAccount(database.db, { kind: 'standard', email, actor: 'cli' })).id
  }

  test('keeps names unique in an account, and accounts apart', async () => {
    const [ann, ben] = [await newAccountId(), await newAccountId()]
    const list = await createList(database.db, ann, { name: 'Customers' })
    expect(list.name).toBe('Customers')
    await expect(createList(database.db, ann, { name: 'Customers' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect((await createList(database.db, ben, { name: 'Customers' })).id).not.toBe(list.id)
  })

  test('refuses an unknown account', async () => {
    const create = createList(database.db, crypto.randomUUID(), { name: 'Customers' })
    await expect(create).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
