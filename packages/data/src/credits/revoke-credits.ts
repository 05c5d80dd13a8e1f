import { CreditAmount } from '@parley/contracts/credits'
import { ParleyError } from '@parley/contracts/errors'
import type pg from 'pg'
import type { Db } from '../db.ts'
import { inTransaction } from '../in-transaction.ts'
import { runAgainAfterRace } from '../run-again.ts'
import { lockBalance } from './lock-balance.ts'

export type Revocation = {
  /** The entry of a grant that this agency made. */
  grantId: string
  /** A decimal string; all that is left of the grant when left out. */
  amount?: string | undefined
  description?: string | undefined
  idempotencyKey?: string | undefined
}

export type Revoked = { entryId: string; subAccountId: string; creditsRevoked: string; newBalance: string }

/** Takes back what is left of a grant, or a part of it. What was spent or taken back already is not left. */
export const revokeCredits = (db: Db, agencyId: string, revocation: Revocation, actor: string): Promise<Revoked> =>
  runAgainAfterRace(() =>
    inTransaction(db, async (client) => {
      const { grantId, amount, idempotencyKey } = revocation
      if (amount !== undefined && !CreditAmount.safeParse(amount).success) {
        throw new ParleyError('INVALID_AMOUNT', 'amount must be over 0, with at most 4 decimals')
      }
      const accountId = await findGrant(client, agencyId, grantId)
      await lockBalance(client, agencyId, accountId)
      if (idempotencyKey !== undefined) {
        const earlier = await findEarlier(client, agencyId, revocation)
        if (earlier) return earlier
      }
      const { rows } = await client.query<Revoked & { left: string }>(revokeSql, [
        accountId,
        grantId,
        amount ?? null,
        revocation.description ?? null,
        actor,
        agencyId,
        idempotencyKey ?? null,
      ])
      const [row] = rows
      if (!row?.entryId) throw new ParleyError('INVALID_AMOUNT', `Only ${row?.left ?? 0} are left of this grant`)
      const { left: _, ...revoked } = row
      return revoked
    }),
  )

async function findGrant(client: pg.ClientBase, agencyId: string, grantId: string): Promise<string> {
  const { rows } = await client.query<{ accountId: string }>(
    `select account_id as "accountId" from credit_entry where id = $1 and key_scope = $2 and kind = 'grant'`,
    [grantId, agencyId],
  )
  const [grant] = rows
  if (!grant) throw new ParleyError('GRANT_NOT_FOUND', 'You have made no such grant; the transactions list their ids')
  return grant.accountId
}

async function findEarlier(client: pg.ClientBase, agencyId: string, revocation: Revocation): Promise<Revoked | null> {
  const { rows } = await client.query<Revoked & { isRepeat: boolean }>(
    `select id as "entryId", account_id as "subAccountId", trim_scale(-amount)::text as "creditsRevoked",
            trim_scale(balance_after)::text as "newBalance",
            kind = 'revoke' and grant_id = $3 and ($4::numeric is null or -amount = $4)
              and description is not distinct from $5 as "isRepeat"
     from credit_entry where key_scope = $1 and idempotency_key = $2`,
    [
      agencyId,
      revocation.idempotencyKey,
      revocation.grantId,
      revocation.amount ?? null,
      revocation.description ?? null,
    ],
  )
  const [row] = rows
  if (!row) return null
  const { isRepeat, ...earlier } = row
  if (isRepeat) return earlier
  throw new ParleyError('IDEMPOTENCY_CONFLICT', 'This idempotency key came earlier with other content; use a new one')
}

const revokeSql = `
with remaining as (
  select least(balance, amount + coalesce((select sum(taken.amount) from credit_entry taken where taken.grant_id = $2), 0)) as credits
  from credit_balance, credit_entry
  where credit_balance.account_id = $1 and credit_entry.id = $2
),
debit as (
  update credit_balance set balance = balance - coalesce($3::numeric, credits), entry_count = entry_count + 1
  from remaining
  where account_id = $1 and credits > 0 and coalesce($3::numeric, credits) <= credits
  returning balance, entry_count, coalesce($3::numeric, credits) as taken
),
entry as (
  insert into credit_entry (
    account_id, number, kind, amount, balance_after, description, actor, key_scope, idempotency_key, grant_id
  )
  select $1, entry_count, 'revoke', -taken, balance, $4, $5, $6, $7, $2 from debit
  returning id, account_id, amount, balance_after
)
select
  entry.id as "entryId",
  account_id as "subAccountId",
  trim_scale(-amount)::text as "creditsRevoked",
  trim_scale(balance_after)::text as "newBalance",
  trim_scale(credits)::text as left
from remaining left join entry on true`
