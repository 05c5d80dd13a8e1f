import { randomBytes } from 'node:crypto'
import { lockAccount } from '../accounts/lock-account.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Db } from '../db.ts'
import type { Prisma } from '../generated/client.ts'
import { announceKeyChange } from './announce-key-change.ts'
import { hashKey } from './hash-key.ts'

export type GeneratedKey = {
  /** Shown once; only its hash is kept. */
  apiKey: string
  hint: string
}

/** Gives the account a new key; the one before stops working. */
export const generateKey = (db: Db, accountId: string, actor: string): Promise<GeneratedKey> =>
  db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId)
    return replaceKey(tx, accountId, actor)
  })

export async function replaceKey(
  tx: Prisma.TransactionClient,
  accountId: string,
  actor: string,
): Promise<GeneratedKey> {
  const apiKey = `pk_${randomBytes(32).toString('base64url')}`
  const row = { hash: hashKey(apiKey), hint: apiKey.slice(-4), createdAt: new Date() }
  await tx.apiKey.upsert({ where: { accountId }, create: { accountId, ...row }, update: row })
  await writeAudit(tx, accountId, { actor, action: 'key.generate', subject: row.hint })
  await announceKeyChange(tx, accountId)
  return { apiKey, hint: row.hint }
}
