import { CsvError, parse } from 'csv-parse/sync'
import { Mistake } from './mistake.ts'

type Row = Record<string, string>

/** Reads CSV as spreadsheets write it, with a line of names at its top. */
export function readCsv(text: string): Row[] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      columns: (names: string[]) => names.map((name) => name.trim()),
      skip_empty_lines: true,
      relax_column_count_less: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw new Mistake(`the file cannot be read as CSV: ${error.message}`)
    throw error
  }
}

/** The values of the named fields. What a spreadsheet would run as a formula is made plain text. */
export function writeCsv(names: string[], rows: Record<string, unknown>[]): string {
  return [names, ...rows.map((row) => names.map((name) => showCell(row[name])))]
    .map((cells) => `${cells.map(quote).join(',')}\r\n`)
    .join('')
}

const isNumber = /^-?\d+(\.\d+)?$/

function showCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /^[=+\-@\t\r]/.test(text) && !isNumber.test(text) ? `'${text}` : text
}

const quote = (text: string) => (/[",\r\n\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
