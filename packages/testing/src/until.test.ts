import { expect, test } from 'vitest'
import { until } from './until.ts'

test('it returns what is there as soon as it is there, 0 included', async () => {
  let looks = 0
  expect(await until(() => (++looks < 3 ? undefined : 0))).toBe(0)
  expect(looks).toBe(3)
})

test('it gives up with the name of what it waited for, or the error of the last look', async () => {
  await expect(until(() => false, { timeoutMs: 50, what: 'the reply' })).rejects.toThrow('the reply did not come about')
  await expect(until(() => Promise.reject(new Error('no connection')), { timeoutMs: 50 })).rejects.toThrow(
    'no connection',
  )
})
