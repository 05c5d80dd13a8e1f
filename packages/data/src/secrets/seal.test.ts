import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSecretsKey, seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('a sealed secret comes back as it was', () => {
  expect(unseal(key, seal(key, 'whsec_ä€😀'))).toBe('whsec_ä€😀')
})

test('the same secret is never sealed alike', () => {
  expect(seal(key, 'same')).not.toBe(seal(key, 'same'))
})

test('another key opens nothing', () => {
  expect(() => unseal(randomBytes(32), seal(key, 'secret'))).toThrow('cannot be read with this SECRETS_KEY')
})

test('a sealed secret that was changed anywhere does not open', () => {
  const bytes = Buffer.from(seal(key, 'secret').slice(3), 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, `v1.${changed.toString('base64url')}`)).toThrow('cannot be read')
  }
  expect(() => unseal(key, 'v1.')).toThrow('cannot be read')
  expect(() => unseal(key, 'v2.AAAA')).toThrow('upgrade')
})

test('a key is 32 bytes in base64, and anything else is refused', () => {
  expect(readSecretsKey(`${key.toString('base64')}\n`)).toEqual(key)
  for (const bad of ['', 'secret', randomBytes(16).toString('base64'), key.toString('hex')]) {
    expect(() => readSecretsKey(bad)).toThrow('SECRETS_KEY must be 32 bytes')
  }
})
