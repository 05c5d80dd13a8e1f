export type GroupCommitOptions<Item> = {
  /** Makes a group durable. When it rejects, exactly the group's callers are told. */
  flush(items: Item[]): Promise<void>
  maxItems: number
  maxBytes: number
  /** How many groups may be on their way at once. */
  maxInFlight: number
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

/**
 * Sends at once while a flush may start and collects while none may: no delay when idle, one write for many
 * callers when busy. `add` resolves when the caller's own group is durable.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>
  #waiting: Waiting<Item>[] = []
  #inFlight = 0
  /** Flushes past the deadline that have not ended. While all are, nothing more is taken in: it would pile up. */
  #hanging = 0
  #sweep: NodeJS.Timeout | undefined

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
    if (this.#hanging === this.#options.maxInFlight) return Promise.reject(new FlushLate())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, bytes, addedAt: performance.now(), resolve, reject })
      // After the current turn of the event loop, so that requests read together go together.
      if (this.#waiting.length === 1) setImmediate(() => this.#pump())
    })
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.maxInFlight) this.#send(this.#takeGroup())
    if (this.#waiting.length > 0) this.#watchWaiting()
  }

  #send(group: Waiting<Item>[]): void {
    this.#inFlight += 1
    const late = this.#afterDeadline(group[0]?.addedAt ?? 0, () => {
      this.#hanging += 1
      for (const each of group) each.reject(new FlushLate())
    })
    this.#options
      .flush(group.flatMap((each) => each.items))
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
      const late = this.#waiting.splice(0, firstKept === -1 ? this.#waiting.length : firstKept)
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
    return this.#waiting.splice(0, taken)
  }
}

export class FlushLate extends Error {
  override name = 'FlushLate'

  constructor() {
    super('The queue did not acknowledge in time')
  }
}
