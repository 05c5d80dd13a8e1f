import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-01-31T08:00:00Z')

test.each([
  [undefined, null],
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 31 Jan 2026 08:01:00 GMT', 60_000],
  ['Sat, 31 Jan 2026 07:00:00 GMT', 0],
  ['soon', null],
])('Retry-After: %s waits %s ms', (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected)
})
