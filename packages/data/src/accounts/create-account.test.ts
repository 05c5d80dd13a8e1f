import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { findAccountByKeyHash } from '../keys/find-key.ts'
import { hashKey } from '../keys/hash-key.ts'
import { verifyPassword } from '../users/hash-password.ts'
import { createAccount } from './create-account.ts'

describe('createAccount', () => {
  const database = useTestDatabase()

  test('gives an owner who can log in, a key that finds the account, and a record of it', async () => {
    const { prisma } = database.db
    const account = await createAccount(database.db, { kind: 'standard', email: ' Ann@Example.com ', actor: 'cli' })

    expect(account.email).toBe('ann@example.com')
    expect(account.apiKey).toMatch(/^pk_[\w-]{43}$/)
    const login = await prisma.login.findFirstOrThrow({ where: { userId: account.userId } })
    expect(await verifyPassword(account.password, login.passwordHash ?? '')).toBe(true)
    expect(await prisma.membership.findFirst({ where: { accountId: account.id } })).toMatchObject({
      userId: account.userId,
      role: 'owner',
    })
    expect(await findAccountByKeyHash(database.db, hashKey(account.apiKey))).toEqual({
      accountId: account.id,
      kind: 'standard',
      agencyId: null,
      ownerId: account.userId,
      rateLimitPerMinute: 6_000,
      disabledAt: null,
      hint: account.apiKey.slice(-4),
    })
    const audit = await prisma.auditEntry.findMany({ where: { accountId: account.id } })
    expect(audit.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
      'cli account.create',
      'cli key.generate',
    ])
  })

  test('writes the initial credits of a sub-account as an entry of the ledger', async () => {
    const agency = await createAccount(database.db, { kind: 'agency', email: 'agency@example.com', actor: 'cli' })
    const sub = await createAccount(database.db, {
      kind: 'sub_account',
      email: 'sub@example.com',
      agencyId: agency.id,
      credits: '100.5',
      actor: 'cli',
    })

    const [entry, ...others] = await database.db.prisma.creditEntry.findMany({ where: { accountId: sub.id } })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ kind: 'grant', actor: 'cli', keyScope: agency.id })
    const balance = await database.db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId: sub.id } })
    expect([entry?.amount, entry?.balanceAfter, balance.balance].map(String)).toEqual(['100.5', '100.5', '100.5'])
  })

  test('gives one of several callers the e-mail address, whatever its case', async () => {
    const spellings = ['Race@example.com', 'race@example.com', 'RACE@EXAMPLE.COM']
    const tries = await Promise.allSettled(
      spellings.map((email) => createAccount(database.db, { kind: 'standard', email, actor: 'cli' })),
    )
    const refused = tries.filter((each) => each.status === 'rejected')
    expect(refused.map((each) => each.reason.code)).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS'])
  })

  test.each([
    ['a malformed address', { kind: 'standard', email: 'ann@', code: 'INVALID_EMAIL' }],
    ['a sub-account without an agency', { kind: 'sub_account', code: 'BAD_REQUEST' }],
    [
      'an agency that does not exist',
      { kind: 'sub_account', agencyId: crypto.randomUUID(), code: 'ACCOUNT_NOT_FOUND' },
    ],
    ['an agency on another kind', { kind: 'standard', agencyId: crypto.randomUUID(), code: 'BAD_REQUEST' }],
    ['credits that are no amount', { kind: 'standard', credits: '0.00001', code: 'INVALID_AMOUNT' }],
  ] as const)('refuses %s and leaves nothing behind', async (_, { code, ...input }) => {
    const usersBefore = await database.db.prisma.user.count()
    const create = createAccount(database.db, { email: 'nobody@example.com', actor: 'cli', ...input })
    await expect(create).rejects.toMatchObject({ code })
    expect(await database.db.prisma.user.count()).toBe(usersBefore)
  })

  test('takes no account for an agency that is none', async () => {
    const { id } = await createAccount(database.db, { kind: 'standard', email: 'plain@example.com', actor: 'cli' })
    const create = createAccount(database.db, {
      kind: 'sub_account',
      email: 'child@example.com',
      agencyId: id,
      actor: 'cli',
    })
    await expect(create).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
