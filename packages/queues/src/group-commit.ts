export type GroupCommitOptions<Item> = {
  /** Makes a group durable. When it rejects, exactly the group's callers are told. */
  flush(items: Item[]): Promise<void>
  maxItems: number
  maxBytes: number
  /** How many groups may be on their way at once; beside the first only full ones, so that groups grow before writes do. */
  maxInFlight: number
  /**
   * While many come at once, a group that is not full goes this long after the one before: a write costs the same for
   * two items as for a hundred. Those who come one after the other never wait for it.
   */
  busyIntervalMs?: number
  /** Every caller is told within this time, also when a flush hangs: then that it is not known to be durable. */
  deadlineMs?: number
}

type Waiting<Item> = {
  items: Item[]
  bytes: number
  addedAt: number
  resolve(): void
  reject(reason: unknown): void
}

/** A group of so many says that many come at once. */
const busyItems = 8

/**
 * Sends at once while a flush may start and collects while none may: no delay when idle, one write for many
 * callers when busy. `add` resolves when the caller's own group is durable.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>
  #waiting: Waiting<Item>[] = []
  #inFlight = 0
  /** Flushes past the deadline that have not ended. While there are no others, nothing more is taken in. */
  #hanging = 0
  #waitingItems = 0
  #waitingBytes = 0
  #sweep: NodeJS.Timeout | undefined
  #last = { items: 0, sentAt: 0 }
  #later: NodeJS.Timeout | undefined

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(item: Item, bytes: number): Promise<void> {
    return this.addTogether([item], bytes)
  }

  /** Items that share a fate: they go in one group, even when they are more than it would collect. */
  addTogether(items: Item[], bytes: number): Promise<void> {
    if (this.#hanging > 0 && this.#hanging === this.#inFlight) return Promise.reject(new FlushLate())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, bytes, addedAt: performance.now(), resolve, reject })
      this.#waitingItems += items.length
      this.#waitingBytes += bytes
      // After the current turn of the event loop, so that requests read together go together.
      if (this.#waiting.length === 1) setImmediate(() => this.#pump())
      else if (this.#isFull()) this.#pump()
    })
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#mayStart()) {
      const waitMs = this.#pause()
      if (waitMs > 0) {
        this.#pumpLater(waitMs)
        return
      }
      this.#send(this.#takeGroup())
    }
    if (this.#waiting.length > 0) this.#watchWaiting()
  }

  #isFull(): boolean {
    return this.#waitingItems >= this.#options.maxItems || this.#waitingBytes >= this.#options.maxBytes
  }

  #mayStart(): boolean {
    return this.#inFlight === 0 || (this.#inFlight < this.#options.maxInFlight && this.#isFull())
  }

  #pause(): number {
    const { busyIntervalMs = 0 } = this.#options
    if (busyIntervalMs === 0 || this.#last.items < busyItems || this.#isFull()) return 0
    return this.#last.sentAt + busyIntervalMs - performance.now()
  }

  #pumpLater(waitMs: number): void {
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.#pump()
    }, waitMs)
  }

  #send(group: Waiting<Item>[]): void {
    this.#inFlight += 1
    const items = group.flatMap((each) => each.items)
    this.#last = { items: items.length, sentAt: performance.now() }
    const late = this.#afterDeadline(group[0]?.addedAt ?? 0, () => {
      this.#hanging += 1
      for (const each of group) each.reject(new FlushLate())
    })
    this.#options
      .flush(items)
      .then(
        () => group.forEach((each) => void each.resolve()),
        (reason: unknown) => group.forEach((each) => void each.reject(reason)),
      )
      .finally(() => {
        if (late.passed) this.#hanging -= 1
        clearTimeout(late.timer)
        this.#inFlight -= 1
        this.#pump()
      })
  }

  /** Those that wait behind a flush that hangs are told in time as well. */
  #watchWaiting(): void {
    if (this.#sweep !== undefined || this.#options.deadlineMs === undefined) return
    const { timer } = this.#afterDeadline(this.#waiting[0]?.addedAt ?? 0, () => {
      this.#sweep = undefined
      const keepFrom = performance.now() - (this.#options.deadlineMs ?? 0)
      const firstKept = this.#waiting.findIndex((each) => each.addedAt > keepFrom)
      const late = this.#take(firstKept === -1 ? this.#waiting.length : firstKept)
      for (const each of late) each.reject(new FlushLate())
      if (this.#waiting.length > 0) this.#watchWaiting()
    })
    this.#sweep = timer
  }

  #afterDeadline(since: number, run: () => void): { passed: boolean; timer: NodeJS.Timeout | undefined } {
    const state: { passed: boolean; timer: NodeJS.Timeout | undefined } = { passed: false, timer: undefined }
    if (this.#options.deadlineMs === undefined) return state
    const leftMs = Math.max(0, since + this.#options.deadlineMs - performance.now())
    state.timer = setTimeout(() => {
      state.passed = true
      run()
    }, leftMs)
    return state
  }

  #takeGroup(): Waiting<Item>[] {
    let bytes = 0
    let items = 0
    let taken = 0
    for (const each of this.#waiting) {
      const tooMany = items + each.items.length > this.#options.maxItems
      if (taken > 0 && (tooMany || bytes + each.bytes > this.#options.maxBytes)) break
      bytes += each.bytes
      items += each.items.length
      taken += 1
    }
    return this.#take(taken)
  }

  #take(count: number): Waiting<Item>[] {
    const taken = this.#waiting.splice(0, count)
    for (const each of taken) {
      this.#waitingItems -= each.items.length
      this.#waitingBytes -= each.bytes
    }
    return taken
  }
}

export class FlushLate extends Error {
  override name = 'FlushLate'

  constructor() {
    super('It was not acknowledged in time')
  }
}
