export type GroupCommitOptions<Item> = {
  /** Makes a group durable. When it rejects, exactly the group's callers are told. */
  flush(items: Item[]): Promise<void>
  maxItems: number
  maxBytes: number
  /** How many groups may be on their way at once. */
  maxInFlight: number
}

type Waiting<Item> = { item: Item; bytes: number; resolve(): void; reject(reason: unknown): void }

/**
 * Sends at once while a flush may start and collects while none may: no delay when idle, one write for many
 * callers when busy. `add` resolves when the caller's own group is durable.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>
  #waiting: Waiting<Item>[] = []
  #inFlight = 0

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(item: Item, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, bytes, resolve, reject })
      // After the current turn of the event loop, so that requests read together go together.
      if (this.#waiting.length === 1) setImmediate(() => this.#pump())
    })
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.maxInFlight) {
      const group = this.#takeGroup()
      this.#inFlight += 1
      this.#options
        .flush(group.map((each) => each.item))
        .then(
          () => group.forEach((each) => void each.resolve()),
          (reason: unknown) => group.forEach((each) => void each.reject(reason)),
        )
        .finally(() => {
          this.#inFlight -= 1
          this.#pump()
        })
    }
  }

  #takeGroup(): Waiting<Item>[] {
    let bytes = 0
    let count = 0
    for (const each of this.#waiting) {
      if (count > 0 && (count === this.#options.maxItems || bytes + each.bytes > this.#options.maxBytes)) break
      bytes += each.bytes
      count += 1
    }
    return this.#waiting.splice(0, count)
  }
}
