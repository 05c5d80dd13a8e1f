import { ParleyError } from '@parley/contracts/errors'
import { maxMediaBytes } from './limits.ts'

const percent = 0x25
const header = /^data:([^,]{0,256}),/i

export const isDataUri = (text: string): boolean => text.slice(0, 5).toLowerCase() === 'data:'

/** The bytes within `data:<type>;base64,<bytes>`, or of the percent-encoded form. Refuses what is not as it says. */
export function decodeDataUri(uri: string): Buffer {
  const [prefix, parameters = ''] = header.exec(uri) ?? []
  if (prefix === undefined) throw refusal('must be a data URI: data:<type>;base64,<bytes>')
  const payload = uri.slice(prefix.length)
  const isBase64 = /;\s*base64\s*$/i.test(parameters)
  const bytes = isBase64 ? decodeBase64(payload) : decodePercent(payload)
  if (bytes.length > maxMediaBytes) throw tooLarge()
  if (bytes.length === 0) throw refusal('must not be an empty file')
  return bytes
}

function decodeBase64(payload: string): Buffer {
  const text = payload.includes('%') ? decodePercent(payload).toString('latin1') : payload
  const digits = text.replace(/=+$/, '').length
  if (Math.floor((digits * 3) / 4) > maxMediaBytes) throw tooLarge()
  const bytes = Buffer.from(text, 'base64')
  // Node passes over what is not base64, so less comes out than went in.
  if (bytes.length !== Math.floor((digits * 3) / 4) || digits % 4 === 1) throw refusal('must be valid base64')
  return bytes
}

function decodePercent(payload: string): Buffer {
  if (payload.length > 3 * maxMediaBytes) throw tooLarge()
  const bytes = Buffer.from(payload)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const escaped = bytes[at] === percent && /^[0-9a-f]{2}$/i.exec(bytes.toString('latin1', at + 1, at + 3))
    bytes[length++] = escaped ? Number.parseInt(escaped[0], 16) : (bytes[at] ?? 0)
    if (escaped) at += 2
  }
  return bytes.subarray(0, length)
}

const refusal = (fault: string) => new ParleyError('BAD_REQUEST', `customData.mediaUrl ${fault}`)

const tooLarge = () =>
  new ParleyError(
    'BODY_TOO_LARGE',
    `customData.mediaUrl must be at most ${maxMediaBytes / 1024 / 1024} MiB when decoded`,
  )
