import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { WebhookKind } from '../generated/client.ts'
import { longTransaction } from '../long-transaction.ts'
import { findEndpoint } from './find-endpoint.ts'
import { releaseEndpoint } from './release-endpoint.ts'

/** Lets deliveries go out again, whatever they were stopped for. */
export function enableEndpoint(
  db: Db,
  accountId: string,
  input: { kind: WebhookKind; actor: string },
): Promise<{ url: string }> {
  return db.prisma.$transaction(async (tx) => {
    const { id, url } = await findEndpoint(tx, accountId, input.kind)
    await releaseEndpoint(tx, id)
    await writeAudit(tx, accountId, { actor: input.actor, action: 'webhook.enable', subject: id })
    return { url }
  }, longTransaction)
}
