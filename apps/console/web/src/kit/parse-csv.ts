/** Rows of a CSV file as objects by its header; loaded when a file is chosen. */
export async function parseCsv(text: string): Promise<Record<string, string>[]> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  return parse(text, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    delimiter: [',', ';', '\t'],
  })
}
