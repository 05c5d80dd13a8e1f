import type { Outbound } from '@parley/outbound/open-outbound'
import { OutboundRefused } from '@parley/outbound/outbound-refused'
import { maxMediaBytes } from './limits.ts'

const timeoutMs = 30_000
const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

/** Why a file could not be had, in words for whoever reads the message. */
export class MediaFault extends Error {
  override name = 'MediaFault'
  /** False when it may well be had a little later. */
  readonly isFinal: boolean

  constructor(message: string, options: { isFinal: boolean }) {
    super(message)
    this.isFinal = options.isFinal
  }
}

/** Gets a public file through the guarded client. Each redirect is looked at like the first address. */
export async function fetchFile(outbound: Outbound, url: string, signal: AbortSignal): Promise<Buffer> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let target = url
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await getOnce(outbound, target, deadline)
    if ('bytes' in answer) return answer.bytes
    target = new URL(answer.location, target).href
  }
  throw new MediaFault('The URL leads through too many redirects', { isFinal: true })
}

async function getOnce(
  outbound: Outbound,
  url: string,
  signal: AbortSignal,
): Promise<{ bytes: Buffer } | { location: string }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const stream = outbound.client.stream(url, { signal })
    let location: string | undefined
    stream.on('response', (response: { statusCode: number; headers: Record<string, string | undefined> }) => {
      if (redirects.has(response.statusCode) && response.headers.location) location = response.headers.location
      else if (response.statusCode !== 200) stream.destroy(faultOf(response.statusCode))
    })
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (location !== undefined) break // leaving the loop closes the connection
      size += chunk.length
      if (size > maxMediaBytes) throw new MediaFault('The file is larger than 10 MiB', { isFinal: true })
      chunks.push(chunk)
    }
    if (location !== undefined) return { location }
  } catch (error) {
    throw asFault(error)
  }
  if (size === 0) throw new MediaFault('The file is empty', { isFinal: true })
  return { bytes: Buffer.concat(chunks) }
}

function faultOf(status: number): MediaFault {
  if (status === 401 || status === 403) return new MediaFault(`The URL asks for a login (${status})`, { isFinal: true })
  const isFinal = status < 500 && status !== 408 && status !== 425 && status !== 429
  return new MediaFault(`The URL answered with status ${status}`, { isFinal })
}

function asFault(error: unknown): MediaFault {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each instanceof MediaFault) return each
    if (each instanceof OutboundRefused) return new MediaFault(each.message, { isFinal: true })
    if (each.name === 'TimeoutError') return new MediaFault('The file did not come in time', { isFinal: false })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new MediaFault(`The URL cannot be reached: ${message}`, { isFinal: false })
}
