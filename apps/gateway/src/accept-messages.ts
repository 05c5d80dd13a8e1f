import { ParleyError } from '@parley/contracts/errors'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { storeMessages } from '@parley/queues/catalog'
import { GroupCommit } from '@parley/queues/group-commit'
import type { Queues } from '@parley/queues/open-queues'

export type AcceptMessage = (message: AcceptedMessage) => Promise<void>

/** Ids, times and the names of the fields. */
const fixedBytes = 400

/** Messages that arrive together are enqueued as one job. Resolves when the message is durable in the queue. */
export function createAcceptMessage(queues: Queues): AcceptMessage {
  const groups = new GroupCommit<AcceptedMessage>({
    flush: (messages) => queues.enqueue(storeMessages, { messages }),
    maxItems: 500,
    maxBytes: 512 * 1024,
    maxInFlight: queues.engine.kind === 'redis' ? 4 : 2,
  })
  return (message) =>
    groups.add(message, fixedBytes + message.body.length + (message.mediaUrl?.length ?? 0)).catch((cause: unknown) => {
      throw new ParleyError('UNAVAILABLE', 'The queue cannot take the message now; send the same again shortly.', {
        retryAfterS: 1,
        cause,
      })
    })
}
