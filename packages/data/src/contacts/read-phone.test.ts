import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPhone } from './read-phone.ts'

test.each([
  ['+1234567890', '+1234567890'],
  ['+44 (20) 7946-0958', '+442079460958'],
  ['+49.30/901820', '+4930901820'],
  ['\u202a+33\u00a01 42 68 53 00\u202c', '+33142685300'],
  ['+290 1234', '+2901234'],
  ['+800 1234 5678', '+80012345678'],
  ['+123456789012345', '+123456789012345'],
])('%s is %s', (text, number) => expect(readPhone(text)).toBe(number))

test.each([
  '',
  '+',
  '00442079460958',
  '2079460958',
  '+0442079460958',
  '+999123456789',
  '+44123',
  '+1234567890123456',
  '++442079460958',
  '+44x2079460958',
  '+٤٤٢٠٧٩٤٦٠٩٥٨',
])('%j is none', (text) => expect(() => readPhone(text)).toThrow(expect.objectContaining({ code: 'INVALID_PHONE' })))

test('reading what was read changes nothing', () => {
  const digits = fc.stringMatching(/^\+(1|44|49|33|81|290)\d{6,11}$/)
  fc.assert(fc.property(digits, (number) => readPhone(readPhone(number)) === number))
})
