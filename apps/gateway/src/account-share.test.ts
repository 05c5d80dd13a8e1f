import { expect, test } from 'vitest'
import { AccountShares } from './account-share.ts'

test('an account has its burst, then its rate, and another account is not touched by that', () => {
  const shares = new AccountShares()
  const taken = (accountId: string, tries: number, now: number) =>
    Array.from({ length: tries }, () => shares.take(accountId, 1, now)).filter(Boolean).length
  expect(taken('flooder', 1_000, 0)).toBe(200)
  expect(taken('flooder', 1_000, 500)).toBe(50)
  expect(taken('other', 10, 500)).toBe(10)
  expect(taken('flooder', 1_000, 60_000)).toBe(200)
})

test('messages that come together count together', () => {
  const shares = new AccountShares()
  expect(shares.take('batch', 201, 0)).toBe(false)
  expect(shares.take('batch', 200, 0)).toBe(true)
  expect(shares.take('batch', 1, 0)).toBe(false)
})

test('any number of accounts comes and goes', () => {
  const shares = new AccountShares()
  for (let account = 0; account < 25_000; account += 1) shares.take(`account-${account}`, 200, account)
  expect(shares.take('account-24999', 1, 24_999)).toBe(false)
  expect(shares.take('account-0', 1, 24_999)).toBe(true)
})
