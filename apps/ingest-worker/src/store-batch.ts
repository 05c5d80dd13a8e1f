import type { AcceptedMessage } from '@parley/contracts/jobs'
import { isValueFault } from '@parley/data/value-fault'
import type { JobContext } from '@parley/queues/run-worker'

export type BatchStore = {
  store(messages: AcceptedMessage[]): Promise<void>
  setAside(message: AcceptedMessage, reason: string): Promise<void>
}

/** So many workers must have died on a job before its messages are stored one by one to find out which kills. */
const deathsOfBatch = 3
const deathsOfMessage = 2

type Note = { messageId: string; deaths: number }

/**
 * Stores the messages of a job. When Postgres refuses a value, the batch is halved until the one message stands
 * alone; it is set aside and the others are stored. Any other fault is thrown: the whole batch is tried again.
 */
export async function storeBatch(
  parts: BatchStore,
  messages: AcceptedMessage[],
  context: Pick<JobContext, 'deaths' | 'note' | 'saveNote'>,
): Promise<void> {
  if (context.deaths < deathsOfBatch) await storeOrHalve(parts, messages)
  else await storeOneByOne(parts, messages, context)
}

async function storeOrHalve(parts: BatchStore, messages: AcceptedMessage[]): Promise<void> {
  try {
    await parts.store(messages)
  } catch (error) {
    if (!isValueFault(error)) throw error
    const [only] = messages
    if (only && messages.length === 1) return parts.setAside(only, `${error.message} (SQLSTATE ${error.code})`)
    const middle = Math.ceil(messages.length / 2)
    await storeOrHalve(parts, messages.slice(0, middle))
    await storeOrHalve(parts, messages.slice(middle))
  }
}

/** The note names the message at work, so that the next run knows which one the worker died on. */
async function storeOneByOne(
  parts: BatchStore,
  messages: AcceptedMessage[],
  context: Pick<JobContext, 'note' | 'saveNote'>,
): Promise<void> {
  const last = context.note as Partial<Note> | null
  for (const message of messages) {
    const deaths = last?.messageId === message.id ? (last.deaths ?? 0) + 1 : 0
    if (deaths >= deathsOfMessage) {
      await parts.setAside(message, `The worker died ${deaths} times while it stored this message`)
      continue
    }
    await context.saveNote({ messageId: message.id, deaths } satisfies Note)
    try {
      await storeOrHalve(parts, [message])
    } catch (error) {
      await context.saveNote({}) // it lived to say so: not this message's doing
      throw error
    }
  }
}
