import { availableParallelism, totalmem } from 'node:os'

export type Row = Record<string, string | number>

const show = (value: string | number | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 }) : (value ?? '')

/** A Markdown table, so that a result can go into a document as it is. */
export function printTable(title: string, rows: Row[]): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => show(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  console.log(`\n${title}\n\n${lines.join('\n')}`)
}

export function printMachine(): void {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(
    `${availableParallelism()} cores, ${memory} memory, Node ${process.versions.node}, ${new Date().toISOString()}`,
  )
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
