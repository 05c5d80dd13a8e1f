import { writeFile } from 'node:fs/promises'
import { showId } from '@parley/contracts/ids'
import { listTransactions, type Transaction } from '@parley/data/credits/list-transactions'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { writeCsv } from '../csv.ts'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

const pageSize = 1_000
const columns = ['number', 'at', 'kind', 'amount', 'balance', 'actor', 'description', 'id', 'grant', 'message', 'key']

export const creditsHistory = defineVerb({
  name: 'credits history',
  summary: 'Show how the balance of a sub-account came about, the newest first',
  flags: z.object({
    agency: idFlag('account').describe('The agency'),
    account: idFlag('account').describe('Its sub-account'),
    limit: wholeNumber(1, 10_000_000)
      .optional()
      .describe('How many; 50 when left out, all in a CSV')
      .meta({ value: 'N' }),
    csv: z.string().optional().describe('Write all of it to this file instead').meta({ value: 'FILE' }),
  }),
  async run({ agency, account, csv, limit = csv === undefined ? 50 : Number.POSITIVE_INFINITY }, stores) {
    const db = await stores.db()
    const entries: Transaction[] = []
    for (let cursor: string | undefined; entries.length < limit; ) {
      const page = { cursor, limit: Math.min(pageSize, limit - entries.length) }
      const { items, nextCursor } = await listTransactions(db, agency, account, page)
      entries.push(...items)
      if (nextCursor === null) break
      cursor = nextCursor
    }
    const shown = entries.map(showTransaction)
    if (csv === undefined) return shown
    await writeFile(csv, writeCsv(columns, shown))
    return { file: csv, transactions: shown.length }
  },
})

const showTransaction = (entry: Transaction) => ({
  number: entry.number,
  at: entry.createdAt.toISOString(),
  kind: entry.kind,
  amount: entry.amount,
  balance: entry.balanceAfter,
  actor: entry.actor,
  description: entry.description,
  id: showId('creditEntry', entry.id),
  grant: entry.grantId && showId('creditEntry', entry.grantId),
  message: entry.messageId && showId('message', entry.messageId),
  key: entry.idempotencyKey,
})
