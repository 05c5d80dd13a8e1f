import { showId } from '@parley/contracts/ids'
import type { AgencySubAccount, agencyApi } from '@parley/contracts/session/agency'
import { createAccount } from '@parley/data/accounts/create-account'
import { setSubAccountDisabled } from '@parley/data/accounts/disable-account'
import { getSubAccount, listSubAccounts, type SubAccount } from '@parley/data/accounts/list-sub-accounts'
import { listOpenRecharges } from '@parley/data/credits/list-open-recharges'
import { listTransactions, type Transaction } from '@parley/data/credits/list-transactions'
import { readAgency } from '@parley/data/credits/read-agency'
import { revokeCredits } from '@parley/data/credits/revoke-credits'
import { setRechargeRule } from '@parley/data/credits/set-recharge-rule'
import { usageByDay } from '@parley/data/credits/usage-by-day'
import type { Db } from '@parley/data/db'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { sendCsv } from '../csv.ts'
import type { Handlers } from '../endpoints.ts'
import { knownId } from '../known-id.ts'
import { batchHandlers } from './batch-handlers.ts'

const pageSize = 50
const chartDays = 30

export const agencyHandlers: Handlers<typeof agencyApi> = {
  ...batchHandlers,

  'GET /agency': async ({ db, accountId }) => {
    const { balance, ...figures } = await readAgency(db, accountId)
    return { ...figures, balance: Number(balance) }
  },

  'GET /agency/usage': async ({ db, accountId, query }) => {
    const days = await usageByDay(db, accountId, { days: chartDays, zone: query.zone })
    return days.map(({ day, used }) => ({ day, used: Number(used) }))
  },

  'GET /agency/sub-accounts': async ({ db, accountId, query: { cursor, search } }) => {
    const page = await listSubAccounts(db, accountId, {
      cursor: cursor && knownId('account', cursor, 'SUBACCOUNT_NOT_FOUND'),
      search,
      limit: pageSize,
    })
    return {
      items: page.items.map(showSubAccount),
      nextCursor: page.nextCursor && showId('account', page.nextCursor),
    }
  },

  'POST /agency/sub-accounts': async ({ db, accountId, actor, body }) => {
    const created = await createAccount(db, { kind: 'sub_account', agencyId: accountId, actor, ...body })
    const { id, email, apiKey, password } = created
    return { id: showId('account', id), email, apiKey, password }
  },

  'GET /agency/sub-accounts/:subAccount': async ({ db, accountId, params }) =>
    showSubAccount(await getSubAccount(db, accountId, params.subAccount)),

  'PATCH /agency/sub-accounts/:subAccount': async ({ db, accountId, actor, params, body }) => {
    const { disabledAt } = await setSubAccountDisabled(db, accountId, params.subAccount, body.disabled, actor)
    return { disabled: disabledAt !== null }
  },

  'GET /agency/sub-accounts/:subAccount/transactions': async ({ db, accountId, params, query }) => {
    const page = await listTransactions(db, accountId, params.subAccount, { cursor: query.cursor, limit: pageSize })
    return { items: page.items.map(showTransaction), nextCursor: page.nextCursor }
  },

  'GET /agency/sub-accounts/:subAccount/transactions.csv': async ({ db, accountId, params, reply }) => {
    const { email } = await getSubAccount(db, accountId, params.subAccount)
    return sendCsv(reply, `transactions-${email}.csv`, transactionRows(db, accountId, params.subAccount))
  },

  'PUT /agency/sub-accounts/:subAccount/recharge': async ({ db, accountId, actor, params, body }) => {
    const { threshold, amount, enabled } = await setRechargeRule(db, accountId, params.subAccount, body, actor)
    return { threshold: Number(threshold), amount: Number(amount), enabled }
  },

  'GET /agency/recharges': async ({ db, accountId }) =>
    (await listOpenRecharges(db, accountId)).map((request) => ({
      id: showId('rechargeRequest', request.id),
      subAccountId: showId('account', request.accountId),
      email: request.email,
      name: request.name,
      key: request.idempotencyKey,
      balance: Number(request.balance),
      threshold: Number(request.threshold),
      amount: Number(request.amount),
      at: request.createdAt.toISOString(),
      expiresAt: request.expiresAt.toISOString(),
    })),

  'PUT /agency/recharge-webhook': ({ db, secretsKey, accountId, actor, body }) =>
    saveEndpoint(db, secretsKey, accountId, { kind: 'auto_recharge', url: body.url, actor }),

  'POST /agency/grants': async ({ grantCredits, accountId, actor, body, request }) => {
    const { idempotency_key: idempotencyKey, ...grant } = body
    const granted = await grantCredits({ accountId, actor }, { ...grant, idempotencyKey }, request.id)
    return { creditsAdded: Number(granted.creditsAdded), newBalance: Number(granted.newBalance) }
  },

  'POST /agency/revocations': async ({ db, accountId, actor, body }) => {
    const { grant_id, idempotency_key: idempotencyKey, ...rest } = body
    const grantId = knownId('creditEntry', grant_id, 'GRANT_NOT_FOUND')
    const revoked = await revokeCredits(db, accountId, { grantId, idempotencyKey, ...rest }, actor)
    return { creditsRevoked: Number(revoked.creditsRevoked), newBalance: Number(revoked.newBalance) }
  },
}

const showSubAccount = ({
  id,
  balance,
  autoRecharge,
  disabledAt,
  createdAt,
  ...rest
}: SubAccount): AgencySubAccount => ({
  id: showId('account', id),
  ...rest,
  balance: Number(balance),
  autoRecharge: autoRecharge && {
    threshold: Number(autoRecharge.threshold),
    amount: Number(autoRecharge.amount),
    enabled: autoRecharge.enabled,
  },
  disabled: disabledAt !== null,
  createdAt: createdAt.toISOString(),
})

const showTransaction = (entry: Transaction) => ({
  id: showId('creditEntry', entry.id),
  kind: entry.kind,
  amount: Number(entry.amount),
  balanceAfter: Number(entry.balanceAfter),
  description: entry.description,
  actor: entry.actor,
  grantId: entry.grantId && showId('creditEntry', entry.grantId),
  at: entry.createdAt.toISOString(),
})

async function* transactionRows(db: Db, agencyId: string, subAccountId: string) {
  yield ['id', 'at', 'kind', 'amount', 'balance_after', 'description', 'by']
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await listTransactions(db, agencyId, subAccountId, { cursor, limit: 500 })
    for (const entry of page.items) {
      const { id, at, kind, amount, balanceAfter, description, actor } = showTransaction(entry)
      yield [id, at, kind, amount, balanceAfter, description, actor]
    }
    cursor = page.nextCursor
  }
}
