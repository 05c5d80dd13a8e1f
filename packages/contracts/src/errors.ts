/** Every error that a caller can meet, with the HTTP status that the gateway gives it. */
export const errorCatalog = {
  BAD_REQUEST: { status: 400, meaning: 'A field is missing or not as required; the message names it.' },
  INVALID_PHONE: { status: 400, meaning: 'The phone number has no valid country code, or not 7 to 15 digits.' },
  INVALID_EMAIL: { status: 400, meaning: 'The e-mail address is malformed.' },
  INVALID_AMOUNT: { status: 400, meaning: 'The amount is not over 0, too large, or has more than 4 decimals.' },
  UNAUTHORIZED: { status: 401, meaning: 'The API key is missing or not valid.' },
  FORBIDDEN: { status: 403, meaning: 'Signed in, but the role in this account does not allow it.' },
  HTTPS_REQUIRED: { status: 403, meaning: 'The request came over plain HTTP.' },
  AGENCY_ONLY: { status: 403, meaning: 'Only agency accounts may use this endpoint.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such endpoint or resource.' },
  ACCOUNT_NOT_FOUND: { status: 404, meaning: 'There is no such account.' },
  CAMPAIGN_NOT_FOUND: { status: 404, meaning: 'The account has no such campaign.' },
  CONTACT_NOT_FOUND: { status: 404, meaning: 'The account has no such contact.' },
  GRANT_NOT_FOUND: { status: 404, meaning: 'The agency has made no such grant.' },
  LIST_NOT_FOUND: { status: 404, meaning: 'The account has no such list.' },
  MESSAGE_NOT_FOUND: { status: 404, meaning: 'The account has no such message, or it is not stored yet.' },
  SUBACCOUNT_NOT_FOUND: { status: 404, meaning: 'The agency has no such sub-account.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The endpoint takes another method; see the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive whole in time.' },
  ALREADY_EXISTS: { status: 409, meaning: 'There is one already with this name or address.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The body is over the limit of the endpoint.' },
  NOT_JSON: { status: 415, meaning: 'The body is not JSON; send Content-Type: application/json.' },
  IDEMPOTENCY_CONFLICT: { status: 422, meaning: 'The same idempotency key came earlier with other content.' },
  BATCH_REFUSED: { status: 422, meaning: 'Another grant of the same atomic batch failed, so none was made.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests with this key; wait as long as Retry-After says.' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The address and headers of the request are over 16 KiB.' },
  INTERNAL: { status: 500, meaning: 'Something failed on our side; the request id finds it in the logs.' },
  UNAVAILABLE: { status: 503, meaning: 'Not taken now and nothing was done; send the same again after Retry-After.' },
  GRANT_UNKNOWN: { status: 503, meaning: 'It is not known whether the grant was made; ask again with the same key.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof errorCatalog

/** A refusal with a code of the catalogue. Its message is for the caller and says what to do. */
export class ParleyError extends Error {
  readonly code: ErrorCode
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, message: string, options: { retryAfterS?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ParleyError'
    this.code = code
    this.retryAfterS = options.retryAfterS
  }

  get status(): number {
    return errorCatalog[this.code].status
  }
}
