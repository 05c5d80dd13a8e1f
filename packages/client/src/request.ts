import { ParleyError } from './parley-error.ts'

export type ClientOptions = {
  /** With the version: `https://parley.example.com/v1`. */
  baseUrl: string
  apiKey: string
  /** How often a request is sent again that was not taken (429, 503) or got no answer; 5 unless told otherwise. */
  maxRetries?: number
  /** How long one answer may take; 30 s unless told otherwise. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Whether it may be sent again when it is not known if it arrived. */
  isRepeatable: boolean
}

export type Send = <Answer>(call: Call) => Promise<Answer>

const longestWaitMs = 60_000

/** Sends requests, and again those that were not taken, after the time that the service asks for. */
export function createSend(options: ClientOptions): Send {
  const { baseUrl, apiKey, maxRetries = 5, timeoutMs = 30_000, fetch: doFetch = fetch } = options

  const sendOnce = async ({ method, path, query = {}, body, idempotencyKey, signal }: Call): Promise<unknown> => {
    const url = new URL(baseUrl.replace(/\/+$/, '') + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const deadline = AbortSignal.timeout(timeoutMs)
    const response = await doFetch(url, {
      method,
      redirect: 'error',
      headers: {
        'x-api-key': apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw new ParleyError(response.status, answer, response.headers)
    return answer
  }

  return async <Answer>(call: Call): Promise<Answer> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return (await sendOnce(call)) as Answer
      } catch (error) {
        if (call.signal?.aborted || tries >= maxRetries || !mayRepeat(error, call)) throw error
        await wait(waitMs(error, tries), call.signal)
      }
    }
  }
}

/** 429 and 503 mean "not taken". Without an answer nobody knows, and only some calls do no harm twice. */
function mayRepeat(error: unknown, { isRepeatable }: Call): boolean {
  if (!(error instanceof ParleyError)) return isRepeatable
  if (error.code === 'GRANT_UNKNOWN') return isRepeatable
  return error.status === 429 || error.status === 503 || (error.status >= 500 && isRepeatable)
}

function waitMs(error: unknown, tries: number): number {
  if (error instanceof ParleyError && error.retryAfterS !== null) return error.retryAfterS * 1_000
  return Math.min(longestWaitMs, 200 * 2 ** tries) * (0.5 + Math.random() / 2)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
