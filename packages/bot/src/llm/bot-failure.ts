import { APICallError } from 'ai'

const maxRetryAfterMs = 5 * 60_000

/**
 * Why there is no answer, in words for people and logs. The error behind it holds the request, and with that what the
 * customer wrote, so it is not kept.
 */
export class BotFailure extends Error {
  override name = 'BotFailure'
  /** As long as the model's server wants to be left alone. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export function toBotFailure(error: unknown): BotFailure {
  if (error instanceof BotFailure) return error
  if (!(error instanceof Error)) return new BotFailure(String(error))
  if (error.name === 'TimeoutError') return new BotFailure('The model did not answer in time')
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    return new BotFailure(`The model's server answered ${error.statusCode}`, retryAfterMs(error.responseHeaders))
  }
  return new BotFailure(error.message.split('\n', 1)[0]?.slice(0, 200) ?? error.name)
}

function retryAfterMs(headers: Record<string, string> | undefined): number {
  const header = headers?.['retry-after']?.trim() ?? ''
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}
