import { type IngestQueue, ingestQueues, measureBacklog } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'

const everyMs = 500
const maxRetryAfterS = 60
/** The weight of the newest look in the drain rate. */
const newestWeight = 0.3

type Watched = { messages: number; lookedAt: number; accepted: number; drainPerSecond: number }

/** Knows how many accepted messages wait to be stored, by looking now and then; requests cost no look. */
export class BacklogWatch {
  readonly #queues: Queues
  readonly #limit: number
  readonly #watched = new Map<IngestQueue, Watched>(
    ingestQueues.map((name) => [name, { messages: 0, lookedAt: 0, accepted: 0, drainPerSecond: 0 }]),
  )
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(queues: Queues, limit: number) {
    this.#queues = queues
    this.#limit = limit
  }

  start(): void {
    const loop = async () => {
      await this.look()
      if (!this.#closed) this.#timer = setTimeout(loop, everyMs)
    }
    void loop()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  messages(name: IngestQueue): number {
    return this.#of(name).messages
  }

  /** Told of what this process has added, so that a fall is told from a slow rise. */
  addAccepted(name: IngestQueue, messages: number): void {
    this.#of(name).accepted += messages
  }

  /** Seconds after which the backlog should be within its limit; nothing when it is. */
  retryAfterS(name: IngestQueue): number | undefined {
    const { messages, accepted, drainPerSecond } = this.#of(name)
    const over = messages + accepted - this.#limit
    if (over <= 0) return undefined
    return drainPerSecond > 0 ? Math.min(maxRetryAfterS, Math.max(1, Math.ceil(over / drainPerSecond))) : maxRetryAfterS
  }

  async look(): Promise<void> {
    await Promise.all(
      ingestQueues.map(async (name) => {
        const watched = this.#of(name)
        const acceptedBefore = watched.accepted
        const seen = await measureBacklog(this.#queues, name).catch(() => undefined)
        if (!seen) return // the queue is away, which every enqueue says by itself
        const now = performance.now()
        if (watched.lookedAt > 0) {
          const drained = Math.max(0, watched.messages + acceptedBefore - seen.messages)
          const perSecond = drained / ((now - watched.lookedAt) / 1_000)
          watched.drainPerSecond += (perSecond - watched.drainPerSecond) * newestWeight
        }
        watched.messages = seen.messages
        watched.accepted -= acceptedBefore
        watched.lookedAt = now
      }),
    )
  }

  #of(name: IngestQueue): Watched {
    const watched = this.#watched.get(name)
    if (!watched) throw new Error(`No backlog is kept of ${name}`)
    return watched
  }
}
