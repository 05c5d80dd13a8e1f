import type { Prisma } from '../generated/client.ts'

/** Gateways listen here and forget what they know of the account that is named. */
export const keyChangedChannel = 'parley_key_changed'

/** Sent by Postgres when the transaction commits, and only then. */
export async function announceKeyChange(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${keyChangedChannel}, ${accountId})`
}
