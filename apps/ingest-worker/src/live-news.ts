import type { AcceptedMessage } from '@parley/contracts/jobs'
import { publishLive } from '@parley/queues/live'
import type { Queues } from '@parley/queues/open-queues'

/** Soon enough for whoever looks on; one word for many batches under load. */
const everyMs = 100

/** Tells open consoles which conversations changed, in groups: one word is out at a time, and storing waits for none. */
export class LiveNews {
  readonly #queues: Queues
  #changed = new Map<string, { accountId: string; conversationId: string }>()
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<void> | undefined

  constructor(queues: Queues) {
    this.#queues = queues
  }

  add(messages: Pick<AcceptedMessage, 'accountId' | 'contactId'>[]): void {
    for (const { accountId, contactId } of messages)
      this.#changed.set(contactId, { accountId, conversationId: contactId })
    if (this.#telling === undefined) this.#timer ??= setTimeout(() => this.#tell(), everyMs)
  }

  /** Tells what is left. */
  async close(): Promise<void> {
    await this.#telling
    if (this.#changed.size > 0) this.#tell()
    await this.#telling
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changed = [...this.#changed.values()]
    this.#changed = new Map()
    this.#telling = publishLive(this.#queues, changed).finally(() => {
      this.#telling = undefined
      if (this.#changed.size > 0) this.#timer ??= setTimeout(() => this.#tell(), everyMs)
    })
  }
}
