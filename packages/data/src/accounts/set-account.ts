import { ParleyError } from '@parley/contracts/errors'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import { announceKeyChange } from '../keys/announce-key-change.ts'
import { lockAccount } from './lock-account.ts'

export type AccountSettings = {
  rateLimitPerMinute?: number | undefined
  botEnabled?: boolean | undefined
  /** A disabled account's key is refused and its bot is silent; what was accepted is still stored and delivered. */
  disabled?: boolean | undefined
}

export async function setAccount(
  db: Db,
  accountId: string,
  input: AccountSettings & { actor: string },
): Promise<{ id: string; rateLimitPerMinute: number; botEnabled: boolean; disabledAt: Date | null }> {
  const { actor, ...settings } = input
  const { rateLimitPerMinute, botEnabled, disabled } = settings
  if (rateLimitPerMinute !== undefined && !isRateLimit(rateLimitPerMinute)) {
    throw new ParleyError('BAD_REQUEST', 'rateLimitPerMinute must be a whole number from 1 to 10000000')
  }
  const changes = {
    ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
    ...(botEnabled !== undefined && { botEnabled }),
    ...(disabled !== undefined && { disabledAt: disabled ? new Date() : null }),
  }
  return db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const account = await tx.account.update({
      where: { id: accountId },
      data: changes,
      select: { id: true, rateLimitPerMinute: true, botEnabled: true, disabledAt: true },
    })
    await writeAudit(tx, accountId, { actor, action: 'account.set', detail: settings })
    await announceKeyChange(tx, accountId)
    return account
  })
}

const isRateLimit = (limit: number) => Number.isInteger(limit) && limit >= 1 && limit <= 10_000_000
