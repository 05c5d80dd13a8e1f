import { ParleyError } from '@parley/contracts/errors'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { storeFloodedMessages, storeMessages } from '@parley/queues/catalog'
import { GroupCommit } from '@parley/queues/group-commit'
import { type IngestQueue, ingestJobId } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'
import { AccountShares } from './account-share.ts'
import type { BacklogWatch } from './watch-backlog.ts'

export type AcceptMessage = (message: AcceptedMessage) => Promise<void>

/** What the routes hand messages to. */
export type Intake = Pick<MessageIntake, 'accept' | 'acceptTogether'>

export const maxGroupItems = 500
/** Ids, times and the names of the fields. */
const fixedBytes = 400

const jobs = { ingest: storeMessages, 'ingest-bulk': storeFloodedMessages } as const

/** Stores a file that came within the message and gives the message back with a reference to it. */
export type StashMedia = (message: AcceptedMessage) => Promise<AcceptedMessage>

/** Takes messages into the queue in groups. What it resolves for is durable; what it rejects for may be sent again. */
export class MessageIntake {
  readonly #shares = new AccountShares()
  readonly #backlog: BacklogWatch
  readonly #stashMedia: StashMedia
  readonly #groups: Record<IngestQueue, GroupCommit<AcceptedMessage>>

  constructor(options: {
    queues: Queues
    backlog: BacklogWatch
    stashMedia: StashMedia
    /** How long a caller waits for the queue before it is told to come again. */
    deadlineMs: number
  }) {
    const { queues, backlog, stashMedia, deadlineMs } = options
    this.#backlog = backlog
    this.#stashMedia = stashMedia
    const groupsFor = (name: IngestQueue) =>
      new GroupCommit<AcceptedMessage>({
        flush: async (messages) => {
          await queues.enqueue(jobs[name], { messages }, { jobId: ingestJobId(messages.length) })
          backlog.addAccepted(name, messages.length)
        },
        maxItems: maxGroupItems,
        maxBytes: 512 * 1024,
        maxInFlight: queues.engine.kind === 'redis' ? 4 : 2,
        deadlineMs,
        busyIntervalMs: 5,
      })
    this.#groups = { ingest: groupsFor('ingest'), 'ingest-bulk': groupsFor('ingest-bulk') }
  }

  accept: AcceptMessage = async (message) => {
    const queue = this.#placeFor(message.accountId, 1)
    const light = message.mediaUrl === undefined ? message : await this.#stashMedia(message)
    await this.#enqueue(queue, [light])
  }

  /** Messages of one account, without files within, that are accepted or refused together. */
  async acceptTogether(messages: AcceptedMessage[]): Promise<void> {
    const queue = this.#placeFor(messages[0]?.accountId ?? '', messages.length)
    await this.#enqueue(queue, messages)
  }

  #placeFor(accountId: string, messages: number): IngestQueue {
    const queue = this.#shares.take(accountId, messages) ? 'ingest' : 'ingest-bulk'
    const retryAfterS = this.#backlog.retryAfterS(queue)
    if (retryAfterS === undefined) return queue
    throw new ParleyError('UNAVAILABLE', 'Too many messages wait to be stored; send the same again later.', {
      retryAfterS,
    })
  }

  async #enqueue(queue: IngestQueue, messages: AcceptedMessage[]): Promise<void> {
    let bytes = fixedBytes * messages.length
    for (const { body, mediaUrl } of messages) bytes += body.length + (mediaUrl?.length ?? 0)
    try {
      await this.#groups[queue].addTogether(messages, bytes)
    } catch (cause) {
      throw new ParleyError('UNAVAILABLE', 'The queue cannot take the message now; send the same again shortly.', {
        retryAfterS: 1,
        cause,
      })
    }
  }
}
