import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derive, externalContactId, incomingMessageId, newId, readId, showId } from './ids.ts'

test('an id as shown reads back to the same uuid, and only as its own kind', () => {
  const uuid = newId()
  const shown = showId('message', uuid)
  expect(shown).toMatch(/^msg_[0-9a-f]{32}$/)
  expect(readId('message', shown)).toBe(uuid)
  expect(readId('contact', shown)).toBeNull()
  expect(readId('message', shown.toUpperCase())).toBeNull()
  expect(readId('message', `${shown}0`)).toBeNull()
})

test('derived ids are uuids, and stay what they are: stored rows depend on them', () => {
  const account = '00000000-0000-4000-8000-000000000001'
  expect(incomingMessageId(account, 'sid-1')).toBe('3e3e24ff-e113-806a-bc2e-81438bd0ed17')
  expect(externalContactId(account, 'user-1')).toBe('995d4a2b-e6ae-8e1c-ad0b-b896e4bcd41f')
})

test('no two lists of parts share an id, wherever the cuts lie', () => {
  const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other)
      return (derive('x', ...one) === derive('x', ...other)) === same
    }),
  )
  expect(derive('x', 'ab', 'c')).not.toBe(derive('x', 'a', 'bc'))
  expect(derive('x', 'a')).not.toBe(derive('y', 'a'))
})
