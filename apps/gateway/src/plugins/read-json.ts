import { isUtf8 } from 'node:buffer'
import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance } from 'fastify'

const maxDepth = 64

/** JSON and nothing else, in UTF-8 and of a depth that people write. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error') // refuses __proto__ and constructor.prototype
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    // Bytes that are not UTF-8 would all become U+FFFD, and different ids one.
    if (!isUtf8(bytes)) return done(new ParleyError('BAD_REQUEST', 'The body is not UTF-8.'))
    if (isTooDeep(bytes))
      return done(new ParleyError('BAD_REQUEST', `The body is nested over ${maxDepth} levels deep.`))
    return parse(request, bytes.toString(), done)
  })
}

const [quote, backslash, open, close] = [0x22, 0x5c, [0x5b, 0x7b], [0x5d, 0x7d]]

/** Looks before parsing: millions of brackets would make millions of objects. Strings are passed over in one leap. */
export function isTooDeep(json: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfString(json, at)
    else if (byte === open[0] || byte === open[1]) depth += 1
    else if (byte === close[0] || byte === close[1]) depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}

function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = json.indexOf(quote, at)
    if (at === -1) return json.length
    let backslashes = 0
    while (json[at - 1 - backslashes] === backslash) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
}
