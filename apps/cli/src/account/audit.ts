import { listAudit } from '@parley/data/audit/list-audit'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const accountAudit = defineVerb({
  name: 'account audit',
  summary: 'Show who changed what in an account: keys, webhooks, rules, balances',
  flags: z.object({
    account: accountFlag,
    limit: wholeNumber(1, 10_000).default(50).describe('How many, the newest first').meta({ value: 'N' }),
  }),
  async run({ account, limit }, stores) {
    const { items } = await listAudit(await stores.db(), account, { limit })
    return items.map(({ createdAt, actor, action, subject, detail }) => ({
      at: createdAt.toISOString(),
      actor,
      action,
      subject,
      detail: JSON.stringify(detail),
    }))
  },
})
