import { Readable } from 'node:stream'
import { ParleyError } from '@parley/contracts/errors'
import { parse } from 'csv-parse/sync'
import type { FastifyReply } from 'fastify'

export type CsvRow = Partial<Record<string, string>>

/** Rows of a file with a header line, by its names in lower case. Spreadsheets of other countries write semicolons. */
export function readCsv(text: string, required: string[]): CsvRow[] {
  let rows: CsvRow[]
  try {
    rows = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: [',', ';', '\t'],
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
    })
  } catch (cause) {
    throw new ParleyError('BAD_REQUEST', `The file is not CSV: ${(cause as Error).message}`, { cause })
  }
  const missing = required.filter((name) => rows[0]?.[name] === undefined)
  if (missing.length === 0) return rows
  throw new ParleyError('BAD_REQUEST', `The first line must name the columns; missing: ${missing.join(', ')}.`)
}

type Cell = string | number | null

/** Answers with a file that is written while it is sent. */
export const sendCsv = (reply: FastifyReply, name: string, rows: Iterable<Cell[]> | AsyncIterable<Cell[]>): never =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines(rows))) as never

async function* lines(rows: Iterable<Cell[]> | AsyncIterable<Cell[]>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row.map(cell).join(',')}\r\n`
}

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run what begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
