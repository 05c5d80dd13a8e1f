import type { Prisma } from '../generated/client.ts'

/**
 * Takes an endpoint for healthy: what was held or waits for a retry is due at once, in the order in which it was
 * stored. A delivery worker finds it within a second.
 */
export async function releaseEndpoint(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  await tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { failuresInRow: 0, failingSince: null, probeAt: null, disabledAt: null, disabledReason: null },
  })
  await tx.$executeRaw`
    update delivery set is_held = false, retry_no = 0, due_at = created_at
    where endpoint_id = ${endpointId}::uuid and (is_held or due_at > now())`
}
