import { readFile, writeFile } from 'node:fs/promises'
import { RequiredText } from '@parley/contracts/text'
import { grantBatch, tryBatch } from '@parley/data/credits/grant-batch'
import { type BatchGrant, maxBatchGrants } from '@parley/data/credits/open-batch'
import { z } from 'zod'
import { readCsv, writeCsv } from '../csv.ts'
import { idFlag } from '../flags.ts'
import { Mistake } from '../mistake.ts'
import { drawProgress } from '../progress.ts'
import { defineVerb } from '../verb.ts'
import { showResult } from './show-result.ts'

const inputColumns = ['email', 'amount', 'description', 'idempotency_key']
const resultColumns = ['status', 'error', 'subAccountId', 'creditsAdded', 'newBalance', 'grantId']

export const creditsImport = defineVerb({
  name: 'credits import',
  summary: 'Grant credits to many sub-accounts from a CSV file',
  flags: z.object({
    agency: idFlag('account').describe('The agency that grants'),
    file: z
      .string()
      .describe('CSV with the columns email, amount, description, idempotency_key')
      .meta({ value: 'FILE' }),
    results: z
      .string()
      .optional()
      .describe('Where the results go; beside the file when left out')
      .meta({ value: 'FILE' }),
    key: RequiredText.optional()
      .describe('Names this import: run again under it, nothing is granted twice')
      .meta({ value: 'KEY' }),
    atomic: z.boolean().default(false).describe('All grants or none'),
    dryRun: z.boolean().default(false).describe('Say what would be granted, and grant nothing'),
  }),
  async run({ agency, file, results = `${file}.results.csv`, key, atomic, dryRun }, stores) {
    const rows = readRows(await readText(file))
    if (atomic && rows.length > maxBatchGrants) {
      throw new Mistake(`an atomic import takes at most ${maxBatchGrants} grants; the file has ${rows.length}`)
    }
    const grants = rows.map(
      (row, at): BatchGrant => ({
        email: row.email ?? '',
        amount: row.amount?.trim() ?? '',
        description: row.description || undefined,
        idempotencyKey: row.idempotency_key || (key === undefined ? undefined : `${key}:${at + 1}`),
      }),
    )
    const db = await stores.db()
    const shown: Record<string, unknown>[] = []
    for (let from = 0; from < grants.length; from += maxBatchGrants) {
      const request = { grants: grants.slice(from, from + maxBatchGrants), atomic }
      const decided = dryRun
        ? await tryBatch(db, agency, request, 'cli')
        : await grantBatch(db, agency, request, 'cli', (done) => drawProgress(from + done, grants.length))
      shown.push(...decided.map((result, at) => ({ ...rows[from + at], ...showResult(result) })))
      await writeFile(results, writeCsv([...inputColumns, ...resultColumns], shown))
    }
    const count = (status: string) => shown.filter((row) => row.status === status).length
    return { granted: count('granted'), duplicates: count('duplicate'), errors: count('error'), dryRun, results }
  },
})

function readRows(text: string): Record<string, string>[] {
  const rows = readCsv(text)
  const [first] = rows
  if (!first) throw new Mistake('the file has no grants; its first line names the columns, each further one is a grant')
  const missing = ['email', 'amount'].filter((name) => !(name in first))
  if (missing.length > 0)
    throw new Mistake(`the file has no column ${missing.join(' and ')}; its first line names them`)
  return rows
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch(() => {
    throw new Mistake(`${file} cannot be read`)
  })
