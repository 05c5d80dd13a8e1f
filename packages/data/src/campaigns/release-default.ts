import type { Prisma } from '../generated/client.ts'

/** Takes the default from the campaign that has it, before another one gets it. The caller has locked the account. */
export async function releaseDefault(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await tx.campaign.updateMany({
    where: { accountId, isDefault: true },
    data: { isDefault: false, version: { increment: 1 } },
  })
}
