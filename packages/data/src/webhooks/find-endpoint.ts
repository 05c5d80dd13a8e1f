import { ParleyError } from '@parley/contracts/errors'
import type { Prisma, WebhookEndpoint, WebhookKind } from '../generated/client.ts'

/** The account's endpoint of a kind, or a refusal that says what to do. */
export async function findEndpoint(
  tx: Prisma.TransactionClient,
  accountId: string,
  kind: WebhookKind,
): Promise<WebhookEndpoint> {
  const endpoint = await tx.webhookEndpoint.findUnique({ where: { accountId_kind: { accountId, kind } } })
  if (!endpoint) throw new ParleyError('NOT_FOUND', 'No webhook URL is saved for this account; save one first')
  return endpoint
}
