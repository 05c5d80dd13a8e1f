import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Outbound } from './open-outbound.ts'
import { refuseUrl } from './outbound-refused.ts'

/** Statuses that a `Response` may give no body to. */
const bodiless = new Set([204, 205, 304])

/**
 * `fetch` through the guarded client, for libraries that take one. The answer is streamed. It ends when the caller's
 * signal says so and has no time limit of its own; redirects are not followed.
 */
export const guardedFetch =
  (outbound: Outbound): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    refuseUrl(url)
    const body = Buffer.from(await request.arrayBuffer())
    const stream = outbound.client.stream(url, {
      method: request.method as 'GET',
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 && { body }),
      signal: request.signal,
    })
    const [response] = (await once(stream, 'response')) as [IncomingMessage]
    const status = response.statusCode ?? 502
    if (bodiless.has(status)) stream.resume()
    return new Response(bodiless.has(status) ? null : (Readable.toWeb(stream) as ReadableStream as never), {
      status,
      statusText: response.statusMessage ?? '',
      headers: headerPairs(response.rawHeaders),
    })
  }

const headerPairs = (raw: string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''])
