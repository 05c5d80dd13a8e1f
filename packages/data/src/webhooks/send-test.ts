import { newId, showId } from '@parley/contracts/ids'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { WebhookEndpoint, WebhookKind } from '../generated/client.ts'
import { longTransaction } from '../long-transaction.ts'
import { unseal } from '../secrets/seal.ts'
import { findEndpoint } from './find-endpoint.ts'
import { releaseEndpoint } from './release-endpoint.ts'

export type TestEvent = { url: string; id: string; body: string; secrets: string[] }

/** How the post went; `postWebhook` of the outbound package gives it. */
export type TestResult = {
  ok: boolean
  error: string | null
  statusCode: number | null
  headers: Record<string, string>
  responseBody: string
  address: string | null
  durationMs: number
}

/**
 * Sends an event that says it is a test, even to a disabled endpoint, and keeps the attempt. When it succeeds the
 * endpoint is enabled and what waited goes out.
 */
export async function sendTest<Result extends TestResult>(
  db: Db,
  secretsKey: Buffer,
  accountId: string,
  input: { kind: WebhookKind; actor: string; post(event: TestEvent): Promise<Result> },
): Promise<Result> {
  const endpoint = await findEndpoint(db.prisma, accountId, input.kind)
  const { ownerId } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { ownerId: true } })
  const id = newId()
  const payload = testPayload(input.kind, ownerId)
  const result = await input.post({
    url: endpoint.url,
    id: showId('delivery', id),
    body: JSON.stringify(payload),
    secrets: secretsOf(secretsKey, endpoint),
  })
  const { ok, error, statusCode, headers, responseBody, address, durationMs } = result
  await db.prisma.$transaction(async (tx) => {
    const attempt = { number: 1, url: endpoint.url, startedAt: new Date(Date.now() - durationMs), durationMs, address }
    const answer = { statusCode, headers, responseBody, error }
    await tx.delivery.create({
      data: {
        ...{ id, accountId, endpointId: endpoint.id, payload, attempts: 1, deliveredAt: ok ? new Date() : null },
        history: { create: { endpointId: endpoint.id, ...attempt, ...answer } },
      },
    })
    await writeAudit(tx, accountId, {
      actor: input.actor,
      action: 'webhook.test',
      subject: endpoint.id,
      detail: { ok },
    })
    if (ok) await releaseEndpoint(tx, endpoint.id)
  }, longTransaction)
  return result
}

function secretsOf(secretsKey: Buffer, endpoint: WebhookEndpoint): string[] {
  const { secretSealed, previousSecretSealed, previousSecretUntil } = endpoint
  const previous = previousSecretSealed && previousSecretUntil && previousSecretUntil > new Date()
  return [secretSealed, ...(previous ? [previousSecretSealed] : [])].map((sealed) => unseal(secretsKey, sealed))
}

/** Shaped like the real ones, about nobody, and marked. */
function testPayload(kind: WebhookKind, ownerId: string) {
  const createdAt = new Date().toISOString()
  const nobody = '00000000-0000-0000-0000-000000000000'
  if (kind === 'auto_recharge') {
    const numbers = { balance: 0, threshold: 100, recharge_amount: 500 }
    const subject = { sub_account_id: showId('account', nobody), email: 'test@example.com' }
    return { type: 'subaccount.auto_recharge', idempotency_key: 'test', ...subject, ...numbers, createdAt, test: true }
  }
  return {
    contactId: showId('contact', nobody),
    messageId: showId('message', nobody),
    userId: showId('user', ownerId),
    body: 'This is a test of your webhook.',
    toId: 'test',
    channel: 'test',
    createdAt,
    sentBy: 'api',
    sequence: 1,
    test: true,
  }
}
