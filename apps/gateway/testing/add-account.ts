import { randomBytes } from 'node:crypto'
import type { Db } from '@parley/data/db'
import { hashKey } from '@parley/data/keys/hash-key'

export type NewAccount = {
  kind?: 'standard' | 'agency' | 'sub_account'
  agencyId?: string
  email?: string
  rateLimitPerMinute?: number
  disabledAt?: Date
}
export type TestAccount = { id: string; userId: string; email: string; apiKey: string }

/** An account with a key, and no password: hashing one takes longer than most tests. */
export async function addAccount(db: Db, options: NewAccount = {}): Promise<TestAccount> {
  const email = options.email ?? `${crypto.randomUUID()}@example.com`
  const apiKey = `pk_${randomBytes(32).toString('base64url')}`
  const { id, ownerId } = await db.prisma.account.create({
    data: {
      kind: options.kind ?? 'standard',
      email,
      name: email,
      owner: { create: { email, name: email } },
      apiKey: { create: { hash: hashKey(apiKey), hint: apiKey.slice(-4) } },
      ...(options.agencyId && { agency: { connect: { id: options.agencyId } } }),
      ...(options.rateLimitPerMinute && { rateLimitPerMinute: options.rateLimitPerMinute }),
      ...(options.disabledAt && { disabledAt: options.disabledAt }),
    },
  })
  await db.prisma.creditBalance.create({ data: { accountId: id } })
  return { id, userId: ownerId, email, apiKey }
}
