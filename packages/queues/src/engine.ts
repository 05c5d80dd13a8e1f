import type { Processor, Queue, Relay, Telemetry, Worker, WorkerOptions } from 'bullmq'
import { openPostgresEngine } from './postgres-engine.ts'
import { openRedisEngine } from './redis-engine.ts'

export type WorkerTuning = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'maxStalledCount' | 'metrics' | 'runRetryDelay' | 'settings' | 'stalledInterval'
>

/** What BullMQ runs on. Both engines give the same queues and workers. */
export type Engine = {
  kind: 'redis' | 'postgres'
  newQueue(name: string): Queue
  newWorker(name: string, process: Processor, tuning: WorkerTuning): Worker
  /** Carries live changes between processes. */
  newRelay(): Relay
  /** Why accepted jobs could be lost or not taken now; nothing when all is well. */
  fault(): Promise<string | undefined>
  close(): Promise<void>
}

export type EngineOptions = {
  /** `redis://`, `rediss://`, `redis+cluster://a:6379,b:6379`, or `postgres://`. */
  url: string
  /** Keeps several installations apart on one Redis. */
  prefix?: string
  /** Take a Redis that may lose accepted jobs. */
  acceptUnsafeRedis?: boolean
  /** Carries the trace of whoever enqueued into the job. */
  telemetry?: Telemetry | undefined
}

export function openEngine(options: EngineOptions): Promise<Engine> {
  const scheme = options.url.slice(0, options.url.indexOf(':'))
  if (['redis', 'rediss', 'redis+cluster', 'rediss+cluster'].includes(scheme)) return openRedisEngine(options)
  if (['postgres', 'postgresql'].includes(scheme)) return openPostgresEngine(options)
  throw new Error(`The queue's URL begins with "${scheme}:"; use redis://, rediss://, redis+cluster:// or postgres://.`)
}
