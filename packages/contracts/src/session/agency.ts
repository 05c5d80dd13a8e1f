import { z } from 'zod'
import { Cursor } from '../paging.ts'
import { GrantCredits, NewSubAccount, RechargeRule, RevokeCredits } from '../subaccounts.ts'
import { LongText, optional, RequiredText, Text } from '../text.ts'
import { answer, type PageOf, type SessionApi, ShownId, TimeZone } from './endpoint.ts'

export type AgencySummary = {
  subAccounts: number
  disabled: number
  /** What all sub-accounts hold together. */
  balance: number
  openRequests: number
  /** Where requests for a recharge are sent. */
  rechargeUrl: string | null
}

export type AgencySubAccount = {
  id: string
  email: string
  name: string
  balance: number
  autoRecharge: { threshold: number; amount: number; enabled: boolean } | null
  disabled: boolean
  createdAt: string
}

export type AgencyTransaction = {
  id: string
  kind: 'grant' | 'spend' | 'revoke' | 'adjustment'
  amount: number
  balanceAfter: number
  description: string | null
  /** `user:…`, `key:…`, `cli` or `system`. */
  actor: string
  /** Of a revoke: the grant that it takes back. */
  grantId: string | null
  at: string
}

export type UsedCredits = { day: string; used: number }

export type OpenRecharge = {
  id: string
  subAccountId: string
  email: string
  name: string
  /** A grant that carries it closes the request. */
  key: string
  balance: number
  threshold: number
  amount: number
  at: string
  expiresAt: string
}

/** One row of a file of grants and what would become of it. */
export type CheckedGrant = { line: number; email: string; amount: string; description: string; fault: string | null }

export type BatchPreview = {
  size: number
  /** How many would be granted, how many were before under the same key, and how many cannot be. */
  granted: number
  duplicates: number
  failed: number
  /** Sum of what would be granted. */
  credits: number
  sample: CheckedGrant[]
  problems: CheckedGrant[]
}

export type BatchState = {
  state: 'open' | 'done' | 'closed'
  decided: number
  size: number
  granted: number
  duplicates: number
  failed: number
}

const batchFile = {
  csv: LongText(4_000_000).describe('With the columns `email` and `amount`, and perhaps `description`.'),
  atomic: z.boolean().default(false),
}
const subAccountParams = z.object({ subAccount: ShownId('account') })
const batchParams = z.object({ batch: ShownId('grantBatch') })

/** For the owners of an agency. */
const agency = { access: 'owner', agencyOnly: true } as const

export const agencyApi = {
  'GET /agency': { ...agency, answer: answer<AgencySummary>() },
  'GET /agency/usage': { ...agency, query: z.object({ zone: TimeZone }), answer: answer<UsedCredits[]>() },
  'GET /agency/sub-accounts': {
    ...agency,
    query: z.object({ cursor: Cursor, search: optional(Text) }),
    answer: answer<PageOf<AgencySubAccount>>(),
  },
  'POST /agency/sub-accounts': {
    ...agency,
    body: NewSubAccount,
    answer: answer<{ id: string; email: string; apiKey: string; password: string }>(),
  },
  'GET /agency/sub-accounts/:subAccount': { ...agency, params: subAccountParams, answer: answer<AgencySubAccount>() },
  'PATCH /agency/sub-accounts/:subAccount': {
    ...agency,
    params: subAccountParams,
    body: z.object({ disabled: z.boolean() }),
    answer: answer<{ disabled: boolean }>(),
  },
  'GET /agency/sub-accounts/:subAccount/transactions': {
    ...agency,
    params: subAccountParams,
    query: z.object({ cursor: Cursor }),
    answer: answer<PageOf<AgencyTransaction>>(),
  },
  'GET /agency/sub-accounts/:subAccount/transactions.csv': {
    ...agency,
    params: subAccountParams,
    answer: answer<never>(),
  },
  'PUT /agency/sub-accounts/:subAccount/recharge': {
    ...agency,
    params: subAccountParams,
    body: RechargeRule,
    answer: answer<{ threshold: number; amount: number; enabled: boolean }>(),
  },
  'GET /agency/recharges': { ...agency, answer: answer<OpenRecharge[]>() },
  'PUT /agency/recharge-webhook': {
    ...agency,
    body: z.object({ url: LongText(2_048) }),
    answer: answer<{ url: string; secret: string }>(),
  },
  'POST /agency/grants': {
    ...agency,
    body: GrantCredits,
    answer: answer<{ creditsAdded: number; newBalance: number }>(),
  },
  'POST /agency/revocations': {
    ...agency,
    body: RevokeCredits,
    answer: answer<{ creditsRevoked: number; newBalance: number }>(),
  },
  /** What a batch would do now; nothing is written. */
  'POST /agency/batches/preview': { ...agency, body: z.object(batchFile), answer: answer<BatchPreview>() },
  'POST /agency/batches': {
    ...agency,
    body: z.object({ ...batchFile, key: RequiredText.describe('Sent again under it, nothing is granted twice.') }),
    answer: answer<{ id: string; size: number }>(),
  },
  'GET /agency/batches/:batch': { ...agency, params: batchParams, answer: answer<BatchState>() },
  /** Stops a batch: what is granted stays, the rest never will be. */
  'POST /agency/batches/:batch/stop': { ...agency, params: batchParams, answer: answer<BatchState>() },
  'GET /agency/batches/:batch/results.csv': { ...agency, params: batchParams, answer: answer<never>() },
} as const satisfies SessionApi
