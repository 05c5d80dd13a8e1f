/** Any refusal of the API, whichever of its two shapes it came in. */
export class ParleyError extends Error {
  readonly status: number
  /** `CONTACT_NOT_FOUND` and the like; null from the message endpoints, which answer with a sentence only. */
  readonly code: string | null
  /** Names the request in the service's log. */
  readonly requestId: string | null
  readonly retryAfterS: number | null

  constructor(status: number, body: unknown, headers: Headers) {
    const error = (body as { error?: unknown } | null)?.error
    const coded = typeof error === 'object' ? (error as { code?: string; message?: string } | null) : null
    super(coded?.message ?? (typeof error === 'string' ? error : `The service answered ${status}`))
    this.name = 'ParleyError'
    this.status = status
    this.code = coded?.code ?? null
    this.requestId = headers.get('x-request-id')
    const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
    this.retryAfterS = Number.isNaN(retryAfter) ? null : retryAfter
  }
}
