import type { BatchAnswer, BatchResult, IncomingMessage } from './types.ts'

export type StreamOptions = {
  /** Called for each message with what became of it, in the order in which they were written. */
  onResult?: (result: BatchResult, message: IncomingMessage) => void
  /** Messages in one request; at most 1,000. */
  batchSize?: number
  /** Requests on their way at once. */
  concurrency?: number
  signal?: AbortSignal
}

type PostBatch = (messages: IncomingMessage[], signal: AbortSignal | undefined) => Promise<BatchAnswer>

/** How often a message is sent again that the service could not take in its batch. */
const maxRounds = 10

/**
 * Batches messages by themselves: `await write(message)` resolves as soon as there is room, which is the
 * back-pressure, and `await end()` when every message has its result. The same `messageSid` is never stored twice, so
 * whatever is sent again is safe.
 */
export class IncomingStream {
  readonly #post: PostBatch
  readonly #options: Required<Pick<StreamOptions, 'batchSize' | 'concurrency'>> & StreamOptions
  #waiting: IncomingMessage[] = []
  #inFlight = 0
  #isScheduled = false
  #failure: { error: unknown } | undefined
  #wake: (() => void)[] = []
  #reported: Promise<void> = Promise.resolve()

  constructor(post: PostBatch, options: StreamOptions = {}) {
    this.#post = post
    this.#options = { batchSize: 500, concurrency: 4, ...options }
  }

  async write(message: IncomingMessage): Promise<void> {
    this.#throwIfFailed()
    this.#waiting.push(message)
    if (this.#waiting.length < this.#options.batchSize) this.#schedule()
    else this.#pump()
    while (this.#waiting.length >= this.#options.batchSize && !this.#failure) await this.#change()
    this.#throwIfFailed()
  }

  /** Resolves when all is accepted or refused for good; rejects when the service could not be reached. */
  async end(): Promise<void> {
    while ((this.#waiting.length > 0 || this.#inFlight > 0) && !this.#failure) {
      this.#pump()
      await this.#change()
    }
    await this.#reported
    this.#throwIfFailed()
  }

  /** After the current turn of the event loop, so that messages written together go together. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      this.#pump()
    }, 0)
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.concurrency && !this.#failure) {
      const batch = this.#waiting.splice(0, this.#options.batchSize)
      this.#inFlight += 1
      const results = this.#deliver(batch)
      this.#reported = this.#report(batch, results, this.#reported)
      results
        .catch((error: unknown) => {
          this.#failure ??= { error }
        })
        .finally(() => {
          this.#inFlight -= 1
          this.#pump()
          for (const wake of this.#wake.splice(0)) wake()
        })
    }
  }

  async #report(batch: IncomingMessage[], results: Promise<BatchResult[]>, earlier: Promise<void>): Promise<void> {
    await earlier
    try {
      for (const [at, result] of (await results).entries()) {
        this.#options.onResult?.(result, batch[at] as IncomingMessage)
      }
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  async #deliver(batch: IncomingMessage[]): Promise<BatchResult[]> {
    const results = (await this.#post(batch, this.#options.signal)).results
    for (let round = 1; round < maxRounds; round += 1) {
      const open = results.flatMap((result, at) => (!result.success && result.retryable ? [at] : []))
      if (open.length === 0) break
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** round))
      const again = open.map((at) => batch[at] as IncomingMessage)
      const answer = await this.#post(again, this.#options.signal)
      for (const [index, at] of open.entries()) results[at] = answer.results[index] as BatchResult
    }
    return results
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve))
  }

  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }
}
