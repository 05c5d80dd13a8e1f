import { ApplyBatch, ApplyGrants, DrainEndpoint, StoreMessages, TakeTurn } from '@parley/contracts/jobs'
import { defineJob, type JobDefinition } from './define-job.ts'

/** Accepted messages that are not yet rows. The queue is the only place that holds them. */
export const storeMessages = defineJob({
  queue: 'ingest',
  name: 'messages.store',
  payload: StoreMessages,
  retryDelaysMs: [250, 500, 1_000, 2_000, 5_000],
  lastTry: 'never',
  timeoutMs: 60_000,
})

/** The same for what an account sends beyond its share: a flood waits behind itself and delays nobody else. */
export const storeFloodedMessages = defineJob({ ...storeMessages, queue: 'ingest-bulk' })

/** A wake-up: the conversation's row says what is due. */
export const takeTurn = defineJob({
  queue: 'bot-reply',
  name: 'turn.take',
  payload: TakeTurn,
  retryDelaysMs: [1_000, 5_000],
  lastTry: 'afterDelays',
  timeoutMs: 120_000,
})

/** A wake-up: the endpoint's deliveries say what is due. */
export const drainEndpoint = defineJob({
  queue: 'webhook-delivery',
  name: 'endpoint.drain',
  payload: DrainEndpoint,
  retryDelaysMs: [1_000, 5_000],
  lastTry: 'never',
  timeoutMs: 60_000,
})

/** Grants that callers wait for. A row says what became of each, so a job that runs late or twice grants nothing more. */
export const applyGrants = defineJob({
  queue: 'credits',
  name: 'grants.apply',
  payload: ApplyGrants,
  retryDelaysMs: [100, 250, 500, 1_000],
  lastTry: 'afterDelays',
  timeoutMs: 30_000,
})

/** A wake-up: the batch's row says what is still to grant. */
export const applyBatch = defineJob({
  queue: 'credits',
  name: 'batch.apply',
  payload: ApplyBatch,
  retryDelaysMs: [100, 250, 500, 1_000],
  lastTry: 'afterDelays',
  timeoutMs: 60_000,
})

/** Every job there is. A worker refuses to start when one of its queue has no handler. */
export const catalog = [
  storeMessages,
  storeFloodedMessages,
  takeTurn,
  drainEndpoint,
  applyGrants,
  applyBatch,
] as const satisfies readonly JobDefinition[]

export const queueNames = [...new Set(catalog.map((job) => job.queue))]
