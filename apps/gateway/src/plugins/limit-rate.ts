import { ParleyError } from '@parley/contracts/errors'
import { rateWindowS } from '@parley/data/pipeline/count-requests'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'

/** Takes what the request costs from the limit of its account, tells the caller what is left, and refuses what is over. */
export async function limitRate(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  cost = 1,
): Promise<void> {
  const { accountId, rateLimitPerMinute } = request.account
  const verdict = await limiter.take(`account:${accountId}`, rateLimitPerMinute, cost)
  applyVerdict(verdict, reply, 'Too many requests with this key')
}

export function applyVerdict({ allowed, limit, remaining, resetS }: Verdict, reply: FastifyReply, fault: string): void {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetS,
    'ratelimit-policy': `${limit};w=${rateWindowS}`,
  })
  if (allowed) return
  throw new ParleyError('RATE_LIMITED', `${fault}: at most ${limit} a minute. Wait ${resetS} s.`, {
    retryAfterS: resetS,
  })
}
