import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentDocsFile, renderEnvironmentDocs } from './write-environment-docs.ts'

test('docs/environment.md says what the apps read; run `npm run docs:environment` when it does not', async () => {
  expect(readFileSync(environmentDocsFile, 'utf8')).toBe(await renderEnvironmentDocs())
})
