import { expect, test } from 'vitest'
import { judgeType } from './content-type.ts'
import { aGif, anMp3, aPdf, aPng } from './testing/files.ts'

test.for([
  ['a PNG as such', aPng, 'image/png', 'image/png'],
  ['parameters and case', aPng, 'Image/PNG; charset=binary', 'image/png'],
  ['an alias', anMp3, 'audio/mp3', 'audio/mpeg'],
  ['a PDF', aPdf, 'application/x-pdf', 'application/pdf'],
  ['unknown bytes say themselves', aGif, 'application/octet-stream', 'image/gif'],
  ['plain text, which bytes cannot tell', Buffer.from('Hello'), 'text/plain', 'text/plain'],
  ['CSV, which bytes cannot tell', Buffer.from('a;b\n1;2'), 'text/csv; charset=utf-8', 'text/csv'],
  ['XML by its own name', Buffer.from('<?xml version="1.0"?><svg/>'), 'image/svg+xml', 'image/svg+xml'],
] as const)('%s passes', async ([, bytes, declared, type]) => {
  expect(await judgeType(bytes, declared)).toEqual({ type })
})

test.for([
  ['a PNG that is called a JPEG', aPng, 'image/jpeg', 'image/png'],
  ['a PDF that is called text', aPdf, 'text/plain', 'application/pdf'],
  ['text that is called a PNG', Buffer.from('<html>'), 'image/png', null],
  ['a type that is none', aPng, 'picture', 'image/png'],
] as const)('%s does not', async ([, bytes, declared, found]) => {
  expect(await judgeType(bytes, declared)).toMatchObject({ found })
})
