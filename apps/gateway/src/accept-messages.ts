import { ParleyError } from '@parley/contracts/errors'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { storeFloodedMessages, storeMessages } from '@parley/queues/catalog'
import { GroupCommit } from '@parley/queues/group-commit'
import { type IngestQueue, ingestJobId } from '@parley/queues/ingest-backlog'
import type { Queues } from '@parley/queues/open-queues'
import { AccountShares } from './account-share.ts'
import type { BacklogWatch } from './watch-backlog.ts'

export type AcceptMessage = (message: AcceptedMessage) => Promise<void>

export const maxGroupItems = 500
/** Less than the second within which a caller is to hear that the queue is away. */
const deadlineMs = 800
/** Ids, times and the names of the fields. */
const fixedBytes = 400

const jobs = { ingest: storeMessages, 'ingest-bulk': storeFloodedMessages } as const

/** Takes messages into the queue in groups. What it resolves for is durable; what it rejects for may be sent again. */
export class MessageIntake {
  readonly #shares = new AccountShares()
  readonly #backlog: BacklogWatch
  readonly #groups: Record<IngestQueue, GroupCommit<AcceptedMessage>>

  constructor(queues: Queues, backlog: BacklogWatch) {
    this.#backlog = backlog
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
      })
    this.#groups = { ingest: groupsFor('ingest'), 'ingest-bulk': groupsFor('ingest-bulk') }
  }

  accept: AcceptMessage = (message) => this.acceptTogether([message])

  /** Messages of one account that are accepted or refused together; at most as many as a group holds. */
  acceptTogether(messages: AcceptedMessage[]): Promise<void> {
    const queue = this.#shares.take(messages[0]?.accountId ?? '', messages.length) ? 'ingest' : 'ingest-bulk'
    const retryAfterS = this.#backlog.retryAfterS(queue)
    if (retryAfterS !== undefined) {
      return Promise.reject(
        new ParleyError('UNAVAILABLE', 'Too many messages wait to be stored; send the same again later.', {
          retryAfterS,
        }),
      )
    }
    const bytes = messages.reduce((sum, { body, mediaUrl }) => sum + body.length + (mediaUrl?.length ?? 0), 0)
    return this.#groups[queue].addTogether(messages, bytes + fixedBytes * messages.length).catch((cause: unknown) => {
      throw new ParleyError('UNAVAILABLE', 'The queue cannot take the message now; send the same again shortly.', {
        retryAfterS: 1,
        cause,
      })
    })
  }
}
