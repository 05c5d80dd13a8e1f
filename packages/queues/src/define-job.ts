import type { z } from 'zod'

export type QueueName = 'ingest' | 'ingest-bulk' | 'bot-reply' | 'webhook-delivery' | 'credits'

/** A job's name, shape and patience in one place. */
export type JobDefinition<Payload = unknown> = {
  queue: QueueName
  name: string
  payload: z.ZodType<Payload>
  /** Waits before each further try; the last one repeats while `lastTry` is `never`. */
  retryDelaysMs: readonly [number, ...number[]]
  /** `never`: an outage is waited out, however long. `afterDelays`: then it lies with the failed ones for a person. */
  lastTry: 'never' | 'afterDelays'
  timeoutMs: number
}

/** Keeps the literal names, by which a worker's handlers are typed. */
export const defineJob = <const Definition extends JobDefinition>(definition: Definition): Definition => definition

export type PayloadOf<Definition extends JobDefinition> = z.output<Definition['payload']>
