import { ParleyError } from '@parley/contracts/errors'
import type { AccountKind, Prisma } from '../generated/client.ts'

/** Refuses an unknown account, and makes changes to one account's settings wait for each other. */
export async function lockAccount(tx: Prisma.TransactionClient, accountId: string): Promise<{ kind: AccountKind }> {
  const [account] = await tx.$queryRaw<{ kind: AccountKind }[]>`
    select kind from account where id = ${accountId}::uuid for no key update`
  if (!account) throw new ParleyError('ACCOUNT_NOT_FOUND', 'There is no such account; check its id')
  return account
}
