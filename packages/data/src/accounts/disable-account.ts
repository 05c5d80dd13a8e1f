import type { Db } from '../db.ts'
import { findSubAccount } from './find-sub-account.ts'
import { setAccount } from './set-account.ts'

/** Its key is refused and its bot is silent from now on, until it is enabled again; the balance stays. */
export async function setSubAccountDisabled(
  db: Db,
  agencyId: string,
  subAccountId: string,
  disabled: boolean,
  actor: string,
): Promise<{ id: string; disabledAt: Date | null }> {
  await findSubAccount(db.pool, agencyId, subAccountId)
  const { id, disabledAt } = await setAccount(db, subAccountId, { disabled, actor })
  return { id, disabledAt }
}
