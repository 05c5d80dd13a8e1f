import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { makePassword } from './make-password.ts'

test('a password is known by its hash, and no other is', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct horse ', hash)).toBe(false)
})

test('the same password typed in another Unicode form is the same password', async () => {
  expect(await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).toBe(true)
})

test('equal passwords have unequal hashes', async () => {
  expect(await hashPassword('twice')).not.toBe(await hashPassword('twice'))
})

test('a hash of another cost is still read', async () => {
  const cheap = '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$BtTuk-LcxIEe56ewkkYxQJ2dW1My_mXgRX0kul6MP-c'
  expect(await verifyPassword('old', cheap)).toBe(true)
})

test('no password fits what is not a hash', async () => {
  expect(await verifyPassword('', '')).toBe(false)
})

test('a made password is four groups of letters and digits that are told apart', () => {
  expect(makePassword()).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
  expect(makePassword()).not.toBe(makePassword())
})
