import { ParleyError } from '@parley/contracts/errors'
import { derive } from '@parley/contracts/ids'
import type { BatchGrant } from '@parley/data/credits/open-batch'
import type { Revocation, Revoked } from '@parley/data/credits/revoke-credits'
import type { Spending } from '@parley/data/credits/spend'
import type { Db } from '@parley/data/db'
import type { TestAgency } from '@parley/testing/agency'
import { expectSoundLedger } from '@parley/testing/ledger'
import { expect } from 'vitest'

type Wish = { account: number; units: number; key: number | null }
type Described = Wish & { description: string }
type Success = { outcome?: string; entryId?: string; newBalance: string }
type Result = Success | { outcome: 'error'; code: string }
type Entry = { id: string; accountId: string; units: number; balanceAfter: string }

/** What the callers were told, and what must therefore stand in the ledger. */
export class LedgerModel {
  readonly #agency: TestAgency
  /** By what makes a grant unique: the key, or the attempt. */
  readonly #granted = new Map<string, { wish: Wish; newBalance: string }[]>()
  readonly #conflicts = new Map<string, Wish[]>()
  readonly #unknown = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #grantIds: string[] = []
  readonly #spends = new Map<string, { accountId: string; units: number; paid: boolean }>()
  readonly #revokes = new Map<string, Revoked | null>()

  constructor(agency: TestAgency) {
    this.#agency = agency
  }

  grantInput({ account, units, key }: Wish, description: string): BatchGrant {
    const email = this.#agency.subAccounts[account]?.email ?? ''
    return { email, amount: credits(units), description, idempotencyKey: key === null ? undefined : `key ${key}` }
  }

  /** Whether every caller got an answer that will not change. */
  async watch(wishes: Described[], ask: () => Promise<Result[]>): Promise<boolean> {
    try {
      const results = await ask()
      const names = wishes.map(({ description }) => description)
      const takenBack = new Set(names.filter((_, at) => codeOf(results[at]) === 'BATCH_REFUSED'))
      for (const [at, wish] of wishes.entries()) {
        const result = results[at] as Result
        // It was at odds with another of its own batch, which was then taken back as well.
        const isMoot = codeOf(result) === 'IDEMPOTENCY_CONFLICT' && takenBack.has(wish.description)
        this.#saw(wish, isMoot ? { outcome: 'error', code: 'BATCH_REFUSED' } : result)
      }
      return true
    } catch (error) {
      const code = error instanceof ParleyError ? error.code : 'GRANT_UNKNOWN'
      for (const wish of wishes) this.#saw(wish, { outcome: 'error', code })
      return code === 'IDEMPOTENCY_CONFLICT'
    }
  }

  #saw(wish: Described, result: Result): void {
    const name = wish.description
    if ('newBalance' in result) {
      this.#granted.set(name, [...(this.#granted.get(name) ?? []), { wish, newBalance: result.newBalance }])
      if (result.entryId) this.#grantIds.push(result.entryId)
    } else if (result.code === 'IDEMPOTENCY_CONFLICT') {
      this.#conflicts.set(name, [...(this.#conflicts.get(name) ?? []), wish])
    } else if (result.code === 'GRANT_UNKNOWN') this.#unknown.add(name)
    else {
      expect(['UNAVAILABLE', 'BATCH_REFUSED']).toContain(result.code)
      this.#refused.add(name)
    }
  }

  payment({ account, units, key }: Wish): Spending {
    const accountId = this.#accountId(account)
    return { accountId, amount: credits(units), messageId: derive('test.spend', accountId, String(key)) }
  }

  sawSpend(spending: Wish, paid: boolean | ParleyError): void {
    expect(paid).not.toBeInstanceOf(ParleyError)
    const { messageId, accountId } = this.payment(spending)
    const wasPaid = this.#spends.get(messageId)?.paid ?? false
    this.#spends.set(messageId, { accountId, units: spending.units, paid: wasPaid || paid === true })
  }

  revocation(pick: number, units: number, number: number): (Revocation & { idempotencyKey: string }) | undefined {
    const grantId = this.#grantIds[pick % Math.max(this.#grantIds.length, 1)]
    return grantId === undefined ? undefined : { grantId, amount: credits(units), idempotencyKey: `revoke ${number}` }
  }

  sawRevoke(revocation: { idempotencyKey: string }, answer: Revoked | ParleyError): void {
    if (answer instanceof ParleyError) expect(answer.code).toBe('INVALID_AMOUNT')
    this.#revokes.set(revocation.idempotencyKey, answer instanceof ParleyError ? null : answer)
  }

  /** The ledger is sound in itself, holds what the callers were told and nothing else. */
  async check(db: Db): Promise<void> {
    await expectSoundLedger(db)
    const sums = new Map(this.#agency.subAccounts.map(({ id }) => [id, 0]))
    const add = (accountId: string, units: number) => sums.set(accountId, (sums.get(accountId) ?? 0) + units)

    const grants = await readEntries(db, this.#agency.id, 'grant', 'description')
    for (const name of new Set([
      ...this.#granted.keys(),
      ...this.#conflicts.keys(),
      ...this.#unknown,
      ...this.#refused,
    ])) {
      const entries = grants.get(name) ?? []
      grants.delete(name)
      expect(entries.length, `entries of ${name}`).toBeLessThanOrEqual(1)
      const [entry] = entries
      if (entry) add(entry.accountId, entry.units)
      const told = this.#granted.get(name) ?? []
      const conflicts = this.#conflicts.get(name) ?? []
      if (told.length === 0 && conflicts.length === 0) {
        // A key that was refused once may have been granted by another try whose answer was lost.
        if (!this.#unknown.has(name)) expect(entries, name).toEqual([])
        continue
      }
      expect(entries, name).toHaveLength(1)
      for (const { wish, newBalance } of told) {
        expect({ ...this.#content(wish), newBalance: Number(newBalance) }, name).toEqual({
          accountId: entry?.accountId,
          units: entry?.units,
          newBalance: Number(entry?.balanceAfter),
        })
      }
      for (const wish of conflicts) {
        expect(this.#content(wish), name).not.toEqual({ accountId: entry?.accountId, units: entry?.units })
      }
    }
    expect([...grants.keys()], 'grants that nobody asked for').toEqual([])

    const spends = await readEntries(db, this.#agency.id, 'spend', 'message_id')
    for (const [messageId, { accountId, units, paid }] of this.#spends) {
      expect(spends.get(messageId) ?? [], `spend ${messageId}`).toHaveLength(paid ? 1 : 0)
      if (paid) add(accountId, -units)
    }
    const revokes = await readEntries(db, this.#agency.id, 'revoke', 'idempotency_key')
    for (const [key, revoked] of this.#revokes) {
      expect(revokes.get(key) ?? [], key).toHaveLength(revoked ? 1 : 0)
      if (revoked) add(revoked.subAccountId, -Math.round(Number(revoked.creditsRevoked) * 10_000))
    }
    const balances = await db.prisma.creditBalance.findMany({ where: { accountId: { in: [...sums.keys()] } } })
    const actual = balances.map(
      ({ accountId, balance }) => [accountId, Math.round(balance.toNumber() * 10_000)] as const,
    )
    expect(new Map(actual)).toEqual(sums)
  }

  #content = ({ account, units }: Wish) => ({ accountId: this.#accountId(account), units })
  #accountId = (account: number): string => this.#agency.subAccounts[account]?.id ?? ''
}

const codeOf = (result: Result | undefined) => (result && 'code' in result ? result.code : undefined)

const credits = (units: number) => (units / 10_000).toFixed(4)

async function readEntries(db: Db, agencyId: string, kind: string, name: string): Promise<Map<string, Entry[]>> {
  const { rows } = await db.pool.query<Entry & { name: string }>(
    `select ${name} as name, credit_entry.id, account_id as "accountId", (amount * 10000)::int as units,
            balance_after as "balanceAfter"
     from credit_entry join account on account.id = account_id
     where agency_id = $1 and credit_entry.kind = $2`,
    [agencyId, kind],
  )
  return Map.groupBy(rows, (row) => row.name)
}
