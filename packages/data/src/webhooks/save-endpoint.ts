import { ParleyError } from '@parley/contracts/errors'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { WebhookKind } from '../generated/client.ts'
import { longTransaction } from '../long-transaction.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { makeSecret } from './make-secret.ts'
import { readWebhookUrl } from './read-webhook-url.ts'
import { releaseEndpoint } from './release-endpoint.ts'

/** Sets where events go. The secret is made the first time and stays; saving again sends out what waited. */
export async function saveEndpoint(
  db: Db,
  secretsKey: Buffer,
  accountId: string,
  input: { kind: WebhookKind; url: string; actor: string },
): Promise<{ url: string; secret: string }> {
  const { kind, actor } = input
  const url = readWebhookUrl(input.url)
  return db.prisma.$transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (kind === 'auto_recharge' && account.kind !== 'agency') {
      throw new ParleyError('AGENCY_ONLY', 'Only an agency has an auto-recharge webhook')
    }
    const where = { accountId_kind: { accountId, kind } }
    const saved = await tx.webhookEndpoint.findUnique({ where, select: { secretSealed: true } })
    const secret = saved ? unseal(secretsKey, saved.secretSealed) : makeSecret()
    const endpoint = await tx.webhookEndpoint.upsert({
      where,
      create: { accountId, kind, url, secretSealed: seal(secretsKey, secret) },
      update: { url },
    })
    await releaseEndpoint(tx, endpoint.id)
    await writeAudit(tx, accountId, { actor, action: 'webhook.save', subject: endpoint.id, detail: { kind, url } })
    return { url, secret }
  }, longTransaction)
}
