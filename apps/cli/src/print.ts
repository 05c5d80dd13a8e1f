import type { Result } from './verb.ts'

type Row = Record<string, unknown>

/** For people: an object as lines, a list of objects as a table. */
export function toText(result: Result): string {
  if (Array.isArray(result)) return table(result)
  const fields = Object.entries(result)
  const tables = fields.filter((field): field is [string, Row[]] => isTable(field[1]))
  const lines = fields.filter(([, value]) => !isTable(value)).map(([key, value]) => [key, cell(value)])
  return [...columns(lines), ...tables.flatMap(([key, rows]) => ['', key, table(rows)])].join('\n')
}

const isTable = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object'

function table(rows: Row[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return columns([keys.map((key) => key.toUpperCase()), ...rows.map((row) => keys.map((key) => cell(row[key])))]).join(
    '\n',
  )
}

export function columns(rows: string[][]): string[] {
  const widthOf = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  const widths = (rows[0] ?? []).map((_, at) => widthOf(at))
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  return String(value)
}
