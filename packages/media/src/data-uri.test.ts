import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeDataUri, isDataUri } from './data-uri.ts'
import { maxMediaBytes } from './limits.ts'

test('any bytes come back from base64 and from percent signs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (array) => {
      const bytes = Buffer.from(array)
      const base64 = bytes.toString('base64')
      const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      for (const uri of [
        `data:image/png;base64,${base64}`,
        `data:;base64,${base64.replaceAll('=', '')}`,
        `DATA:image/png;name=a;BASE64,${encodeURIComponent(base64)}`,
        `data:,${percent}`,
      ]) {
        expect(decodeDataUri(uri).equals(bytes)).toBe(true)
      }
    }),
  )
})

test('plain text is taken as it stands', () => {
  expect(decodeDataUri('data:text/plain,50% of Größe%21').toString()).toBe('50% of Größe!')
})

test.for([
  ['data:image/png;base64,not base64!', 'must be valid base64'],
  ['data:image/png;base64,QUJDRA==QUJD', 'must be valid base64'],
  ['data:image/png;base64,A', 'must be valid base64'],
  ['data:image/png;base64,', 'must not be an empty file'],
  ['data:image/png;base64', 'must be a data URI'],
])('%s is refused', ([uri = '', fault]) => {
  expect(isDataUri(uri)).toBe(true)
  expect(() => decodeDataUri(uri)).toThrow(`customData.mediaUrl ${fault}`)
})

test('a file of exactly the limit passes, one byte more does not', () => {
  const uri = (size: number) => `data:image/png;base64,${Buffer.alloc(size, 1).toString('base64')}`
  expect(decodeDataUri(uri(maxMediaBytes))).toHaveLength(maxMediaBytes)
  expect(() => decodeDataUri(uri(maxMediaBytes + 1))).toThrow('must be at most 10 MiB')
})
