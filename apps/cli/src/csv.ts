import { Mistake } from './mistake.ts'

type Row = Record<string, string>

/** Reads CSV with a line of names at its top: commas, quotes and line breaks within quotes, as spreadsheets write it. */
export function readCsv(text: string): Row[] {
  const [names = [], ...lines] = splitCells(text.replace(/^\uFEFF/, ''))
  return lines
    .filter((cells) => cells.length > 1 || cells[0] !== '')
    .map((cells, at) => {
      if (cells.length > names.length) throw new Mistake(`line ${at + 2} has more fields than the first line names`)
      return Object.fromEntries(names.map((name, column) => [name.trim(), cells[column] ?? '']))
    })
}

function splitCells(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  // A field with its end: quoted, in which a quote is doubled, or plain.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [whole, quoted, plain = '', end] = match
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') {
      lines.push(cells)
      cells = []
    }
    if (field.lastIndex >= text.length && end !== ',') return lines
    if (whole === '' && end === '') break
  }
  throw new Mistake(`line ${lines.length + 1} has a quote that is not closed, or one within a field without quotes`)
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

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
