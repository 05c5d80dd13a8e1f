import type { ClientRequest } from 'node:http'
import type { Readable } from 'node:stream'
import type { Response } from 'got'
import { explainFailure } from './explain-failure.ts'
import type { Outbound } from './open-outbound.ts'
import { refuseUrl } from './outbound-refused.ts'
import { readRetryAfter } from './retry-after.ts'
import { signWebhook } from './sign-webhook.ts'

export type WebhookEvent = { url: string; id: string; body: string; secrets: string[] }

/** One try at posting an event, as it is kept for people to look at. */
export type PostResult = {
  ok: boolean
  /** What a person can act on; null when the event arrived. */
  error: string | null
  statusCode: number | null
  headers: Record<string, string>
  /** The beginning of the answer. */
  responseBody: string
  address: string | null
  durationMs: number
  retryAfterMs: number | null
}

export const postTimeoutMs = 15_000
const maxReadBytes = 64 * 1024
const maxKeptBytes = 2 * 1024
const keptHeaders = ['content-type', 'location', 'retry-after', 'server', 'x-request-id']

/** Posts an event, signed. It never throws: whatever goes wrong is the result. */
export async function postWebhook(outbound: Outbound, event: WebhookEvent): Promise<PostResult> {
  const startedAt = performance.now()
  const seen: Seen = { address: null, chunks: [], bytes: 0 }
  let failure: string | null = null
  try {
    const url = new URL(event.url)
    refuseUrl(url)
    const stream = outbound.client.stream.post(url, {
      body: event.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley-Webhooks/1',
        ...signWebhook({ ...event, timestampS: Math.floor(Date.now() / 1_000) }),
      },
      timeout: { request: postTimeoutMs },
    })
    await readAnswer(stream, seen)
  } catch (error) {
    failure = explainFailure(error, postTimeoutMs)
  }

  const { response } = seen
  const error = failure ?? refusalOf(response)
  return {
    ok: error === null,
    error,
    statusCode: response?.statusCode ?? null,
    headers: Object.fromEntries(
      keptHeaders.flatMap((name) => (response?.headers[name] ? [[name, String(response.headers[name])]] : [])),
    ),
    // Postgres cannot hold U+0000.
    responseBody: Buffer.concat(seen.chunks).subarray(0, maxKeptBytes).toString('utf8').replaceAll('\u0000', '\ufffd'),
    address: seen.address,
    durationMs: Math.round(performance.now() - startedAt),
    retryAfterMs: readRetryAfter(response?.headers['retry-after']),
  }
}

type Seen = { response?: Response; address: string | null; chunks: Buffer[]; bytes: number }

/** By events, which cost half of what an async iterator does. */
function readAnswer(stream: Readable, seen: Seen): Promise<void> {
  return new Promise((resolve, reject) => {
    stream
      .once('request', (request: ClientRequest) => {
        request.once('socket', (socket) => {
          const look = () => {
            seen.address = socket.remoteAddress ?? null
          }
          if (socket.connecting) socket.once('connect', look)
          else look()
        })
      })
      .once('response', (response: Response) => {
        seen.response = response
      })
      .on('data', (chunk: Buffer) => {
        seen.chunks.push(chunk)
        seen.bytes += chunk.length
        if (seen.bytes < maxReadBytes) return
        stream.destroy()
        resolve()
      })
      .once('end', resolve)
      .on('error', reject)
  })
}

function refusalOf(response: Response | undefined): string | null {
  if (!response) return 'The connection was closed before an answer came'
  const { statusCode, headers } = response
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode >= 300 && statusCode < 400 && headers.location)
    return `Answered ${statusCode}, a redirect, which is not followed: save the URL that it leads to`
  return `Answered ${statusCode}`
}
