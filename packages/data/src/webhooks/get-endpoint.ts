import type { Db } from '../db.ts'
import type { WebhookKind } from '../generated/client.ts'
import { unseal } from '../secrets/seal.ts'
import { findEndpoint } from './find-endpoint.ts'

export type EndpointState = 'healthy' | 'failing' | 'disabled'

/** An endpoint as its owner sees it, with the secret, how it fares, and what waits for it. */
export async function getEndpoint(db: Db, secretsKey: Buffer, accountId: string, kind: WebhookKind) {
  const endpoint = await findEndpoint(db.prisma, accountId, kind)
  const { url, failuresInRow, failingSince, disabledAt, disabledReason, previousSecretUntil } = endpoint
  const [waiting, held] = await Promise.all([
    db.prisma.delivery.count({ where: { endpointId: endpoint.id, dueAt: { not: null } } }),
    db.prisma.delivery.count({ where: { endpointId: endpoint.id, isHeld: true } }),
  ])
  const state: EndpointState = disabledAt ? 'disabled' : failingSince ? 'failing' : 'healthy'
  return {
    url,
    kind,
    secret: unseal(secretsKey, endpoint.secretSealed),
    previousSecretUntil: previousSecretUntil && previousSecretUntil > new Date() ? previousSecretUntil : null,
    state,
    disabledReason,
    failuresInRow,
    failingSince,
    waiting,
    held,
  }
}
