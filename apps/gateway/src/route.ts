import type { Db } from '@parley/data/db'
import type { Queues } from '@parley/queues/open-queues'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Intake } from './accept-messages.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** What the routes work with. */
export type RouteParts = { db: Db; queues: Queues; limiter: RateLimiter; intake: Intake }

/** One endpoint: contract in, verb, status out. */
export type Route = FastifyPluginAsyncZod<RouteParts>

/** For embedded media and batches; all other bodies are held to 1 MiB. */
export const largeBodyBytes = 20 * 1024 * 1024
