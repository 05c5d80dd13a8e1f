import { expect, test } from 'vitest'
import { readScript } from './receiver-script.ts'

test('a script says how each request is answered', () => {
  expect(readScript('500x2, 503:30,slow:50,hang,reset,redirect:http://a/b,huge,200')).toEqual([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, retryAfter: '30' },
    { kind: 'slow', ms: 50 },
    { kind: 'hang' },
    { kind: 'reset' },
    { kind: 'redirect', to: 'http://a/b' },
    { kind: 'huge' },
    { kind: 'status', status: 200 },
  ])
})

test.each(['', 'ok', '99', '200x0', 'slow', 'redirect:nowhere', 'hang:1'])(
  '"%s" is refused with what there is',
  (text) => {
    expect(() => readScript(text)).toThrow(/is no step: use/)
  },
)
