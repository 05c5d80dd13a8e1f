import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-schedule.ts'

const minutes = 60_000
const hours = 60 * minutes

test('the waits are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then there are none', () => {
  const waits = Array.from({ length: 10 }, (_, retryNo) => retryDelayMs(retryNo, null, 0.5))
  const planned = [5_000, 5 * minutes, 30 * minutes, ...[2, 5, 10, 14, 20, 24].map((count) => count * hours)]
  expect(waits).toEqual([...planned, null])
})

test('waits differ by up to a fifth either way', () => {
  expect([retryDelayMs(0, null, 0), retryDelayMs(0, null, 1)]).toEqual([4_000, 6_000])
})

test('a longer Retry-After is honoured, a shorter one changes nothing, and none puts a retry off beyond a day', () => {
  expect(retryDelayMs(0, 90_000, 0.5)).toBe(90_000)
  expect(retryDelayMs(1, 1_000, 0.5)).toBe(5 * minutes)
  expect(retryDelayMs(0, 1_000 * hours, 0.5)).toBe(24 * hours)
})
