import { writeFile } from 'node:fs/promises'
import { showId } from '@parley/contracts/ids'
import { listSubAccounts, type SubAccount } from '@parley/data/accounts/list-sub-accounts'
import { z } from 'zod'
import { writeCsv } from '../csv.ts'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

const columns = ['id', 'email', 'name', 'balance', 'recharge', 'disabled', 'createdAt']

export const subaccountList = defineVerb({
  name: 'subaccount list',
  summary: 'List the sub-accounts of an agency with their balances',
  flags: z.object({
    agency: idFlag('account').describe('The agency'),
    csv: z.string().optional().describe('Write them to this file instead').meta({ value: 'FILE' }),
  }),
  async run({ agency, csv }, stores) {
    const db = await stores.db()
    const shown: Record<string, unknown>[] = []
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await listSubAccounts(db, agency, { cursor, limit: 1_000 })
      shown.push(...items.map(showSubAccount))
      if (nextCursor === null) break
      cursor = nextCursor
    }
    if (csv === undefined) return shown
    await writeFile(csv, writeCsv(columns, shown))
    return { file: csv, subAccounts: shown.length }
  },
})

const showSubAccount = ({ id, email, name, balance, autoRecharge, disabledAt, createdAt }: SubAccount) => ({
  id: showId('account', id),
  email,
  name,
  balance,
  recharge: autoRecharge?.enabled ? `${autoRecharge.amount} below ${autoRecharge.threshold}` : null,
  disabled: disabledAt !== null,
  createdAt: createdAt.toISOString(),
})
