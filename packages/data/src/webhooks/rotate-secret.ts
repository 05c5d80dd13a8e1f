import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { WebhookKind } from '../generated/client.ts'
import { seal } from '../secrets/seal.ts'
import { findEndpoint } from './find-endpoint.ts'
import { makeSecret } from './make-secret.ts'

/** Makes a new secret. Events carry a signature of the old one too for 24 hours, so that no receiver has to hurry. */
export function rotateSecret(
  db: Db,
  secretsKey: Buffer,
  accountId: string,
  input: { kind: WebhookKind; actor: string },
): Promise<{ secret: string; previousSecretUntil: Date }> {
  return db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const { id } = await findEndpoint(tx, accountId, input.kind)
    const secret = makeSecret()
    const [rotated] = await tx.$queryRaw<{ previousSecretUntil: Date }[]>`
      update webhook_endpoint set
        previous_secret_sealed = secret_sealed,
        previous_secret_until = now() + interval '24 hours',
        secret_sealed = ${seal(secretsKey, secret)}
      where id = ${id}::uuid
      returning previous_secret_until as "previousSecretUntil"`
    await writeAudit(tx, accountId, { actor: input.actor, action: 'webhook.rotate', subject: id })
    if (!rotated) throw new Error('The webhook is gone')
    return { secret, previousSecretUntil: rotated.previousSecretUntil }
  })
}
