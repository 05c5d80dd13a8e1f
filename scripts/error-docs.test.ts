import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorDocsFile, renderErrorDocs } from './write-error-docs.ts'

test('docs/errors.md lists every code; run `npm run docs:errors` when it does not', () => {
  expect(readFileSync(errorDocsFile, 'utf8')).toBe(renderErrorDocs())
})
