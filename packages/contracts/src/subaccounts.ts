import { z } from 'zod'
import { CreditAmount } from './credits.ts'
import { Email } from './email.ts'
import { IdempotencyKey } from './idempotency.ts'
import { Cursor, pageLimit } from './paging.ts'
import { LongText, optional, RequiredText, Text } from './text.ts'

const maxBatchGrants = 10_000
const aJsonObject = { error: 'must be a JSON object' }

/** A JSON number on its way to a decimal string: at most 4 decimals, which a float of this size holds exactly. */
const amount = (allows: (value: number) => boolean, rule: string) =>
  z
    .unknown()
    .refine((value) => value !== undefined, { error: 'is required', abort: true })
    .refine((value) => typeof value === 'number' && hasFourDecimals(value) && allows(value), {
      error: `must be a number ${rule}, with at most 4 decimals`,
      params: { code: 'INVALID_AMOUNT' },
    })
    .transform((value) => String(Number(Number(value).toFixed(4))))

const hasFourDecimals = (value: number) => Number(value.toFixed(4)) === value
const isCredits = (value: number) => CreditAmount.safeParse(String(value)).success

const Amount = amount(isCredits, 'over 0 and at most 1000000000').meta({
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 1_000_000_000,
})
const Threshold = amount((value) => value === 0 || isCredits(value), 'from 0 to 1000000000').meta({
  type: 'number',
  minimum: 0,
  maximum: 1_000_000_000,
})

const Description = LongText(1_000).describe('Shown in the history of transactions.')

/** Body of `POST /subaccounts/credits`, and one item of its batch form. */
const grantFields = {
  email: Email.describe('Of a sub-account of the calling agency.'),
  amount: Amount,
  description: optional(Description),
  idempotency_key: optional(IdempotencyKey).describe('The same key never grants twice.'),
}
export const GrantCredits = z.object(grantFields, aJsonObject).meta({
  examples: [{ email: 'client@example.com', amount: 500, description: 'November top-up' }],
})

export const GrantAnswer = z.object({
  success: z.literal(true),
  sub_account_id: z.string(),
  credits_added: z.number(),
  new_balance: z.number(),
})

/** Body of `POST /subaccounts/credits/batch`. */
export const GrantBatch = z
  .object(
    {
      grants: z
        .array(z.unknown(), { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list') })
        .min(1, { error: 'must not be empty' })
        .max(maxBatchGrants, { error: `must be at most ${maxBatchGrants} items` })
        .describe('Each as the body of `POST /subaccounts/credits`.'),
      atomic: z.boolean({ error: 'must be true or false' }).default(false).describe('All grants or none.'),
      dry_run: z
        .boolean({ error: 'must be true or false' })
        .default(false)
        .describe('The same answer, and nothing is written.'),
    },
    aJsonObject,
  )
  .meta({ examples: [{ grants: [{ email: 'client@example.com', amount: 500 }], atomic: true }] })

export const GrantBatchAnswer = z.object({
  success: z.boolean(),
  granted: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  results: z.array(
    z.union([
      z.object({
        status: z.enum(['granted', 'duplicate']),
        sub_account_id: z.string(),
        credits_added: z.number(),
        new_balance: z.number(),
      }),
      z.object({ status: z.literal('error'), error: z.object({ code: z.string(), message: z.string() }) }),
    ]),
  ),
})

export type GrantBatchAnswer = z.output<typeof GrantBatchAnswer>

/** Body of `POST /subaccounts/credits/revoke`. */
export const RevokeCredits = z
  .object(
    {
      grant_id: RequiredText.describe('The grant, `crd_…`, as the history of transactions shows it.'),
      amount: Amount.optional().describe('What is left of the grant when left out.'),
      description: optional(Description),
      idempotency_key: optional(IdempotencyKey),
    },
    aJsonObject,
  )
  .meta({ examples: [{ grant_id: 'crd_4b6cf7a1de6f4f7e9a3a0f7f5f2a9c11', amount: 100 }] })

export const RevokeAnswer = z.object({
  success: z.literal(true),
  transaction_id: z.string(),
  sub_account_id: z.string(),
  credits_revoked: z.number(),
  new_balance: z.number(),
})

/** Body of `POST /subaccounts`. */
export const NewSubAccount = z
  .object({ email: Email, name: optional(Text) }, aJsonObject)
  .meta({ examples: [{ email: 'client@example.com', name: 'Client Ltd' }] })

export const CreatedSubAccount = z.object({
  success: z.literal(true),
  sub_account_id: z.string(),
  email: z.string(),
  api_key: z.string().describe('Shown this once.'),
  password: z.string().describe("Of the owner's login; shown this once."),
})

export const PageQuery = z.object({ cursor: Cursor, limit: pageLimit(100, 500) })

export const SubAccounts = z.object({
  sub_accounts: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      credit_balance: z.number(),
      auto_recharge: z.object({ threshold: z.number(), amount: z.number(), enabled: z.boolean() }).nullable(),
      disabled: z.boolean(),
      created_at: z.iso.datetime(),
    }),
  ),
  next_cursor: z.string().nullable(),
})

export const Transactions = z.object({
  transactions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['grant', 'spend', 'revoke', 'adjustment']),
      amount: z.number(),
      balance_after: z.number(),
      description: z.string().nullable(),
      idempotency_key: z.string().nullable(),
      message_id: z.string().nullable(),
      grant_id: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
  ),
  next_cursor: z.string().nullable(),
})

/** Body of `PUT /subaccounts/{id}/auto-recharge`. */
export const RechargeRule = z
  .object(
    {
      threshold: Threshold.describe('A balance below this asks for a recharge.'),
      amount: Amount.describe('How much is asked for.'),
      enabled: z.boolean({ error: 'must be true or false' }).default(true),
    },
    aJsonObject,
  )
  .meta({ examples: [{ threshold: 50, amount: 500 }] })

export const RechargeRuleAnswer = z.object({
  success: z.literal(true),
  sub_account_id: z.string(),
  threshold: z.number(),
  amount: z.number(),
  enabled: z.boolean(),
})
