import { showId } from '@parley/contracts/ids'
import type { Db } from '../db.ts'
import type { WebhookKind } from '../generated/client.ts'
import { findEndpoint } from '../webhooks/find-endpoint.ts'

/** The latest tries at an endpoint, newest first, or those at one message. */
export async function listAttempts(
  db: Db,
  accountId: string,
  input: { kind: WebhookKind; messageId?: string | undefined; before?: Date | undefined; limit: number },
) {
  const { id: endpointId } = await findEndpoint(db.prisma, accountId, input.kind)
  const attempts = await db.prisma.deliveryAttempt.findMany({
    where: {
      ...(input.messageId ? { delivery: { messageId: input.messageId, accountId } } : { endpointId }),
      ...(input.before && { startedAt: { lt: input.before } }),
    },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: input.limit,
    include: { delivery: { select: { messageId: true, isReplay: true, dueAt: true } } },
  })
  return attempts.map((attempt) => ({
    startedAt: attempt.startedAt,
    webhookId: showId('delivery', attempt.deliveryId),
    messageId: attempt.delivery.messageId && showId('message', attempt.delivery.messageId),
    isReplay: attempt.delivery.isReplay,
    number: attempt.number,
    statusCode: attempt.statusCode,
    error: attempt.error,
    durationMs: attempt.durationMs,
    address: attempt.address,
    url: attempt.url,
    headers: attempt.headers,
    responseBody: attempt.responseBody,
    nextAttemptAt: attempt.delivery.dueAt,
  }))
}
