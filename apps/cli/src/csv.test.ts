import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

test('reads what spreadsheets write: quotes, commas, line breaks, a byte order mark, either line end', () => {
  expect(readCsv('\uFEFFemail,description\r\na@b.c,"Two, ""quoted""\nlines"\r\n\r\nd@e.f,\n')).toEqual([
    { email: 'a@b.c', description: 'Two, "quoted"\nlines' },
    { email: 'd@e.f', description: '' },
  ])
})

test('reads back whatever it has written', () => {
  // A first character that begins a formula gets a quote before it, and an empty line is no row.
  const cell = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^[=+\-@\t\r]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.record({ a: cell, b: cell })), (rows) => {
      expect(readCsv(writeCsv(['a', 'b'], rows))).toEqual(rows)
    }),
  )
})

test('makes plain text of what a spreadsheet would run, and leaves numbers alone', () => {
  expect(
    writeCsv(
      ['a', 'b'],
      [
        { a: '=1+1', b: '-2.5' },
        { a: '@x', b: null },
      ],
    ),
  ).toBe("a,b\r\n'=1+1,-2.5\r\n'@x,\r\n")
})

test.each([
  ['a quote that is not closed', 'a,b\n"1,2\n', 'line 2'],
  ['a quote within a plain field', 'a,b\n1"2,3\n', 'line 2'],
  ['more fields than names', 'a,b\n1,2,3\n', 'line 2'],
])('names the line with %s', (_, text, message) => {
  expect(() => readCsv(text)).toThrow(message)
})
