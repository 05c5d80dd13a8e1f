import { extname } from 'node:path'
import { type Knowledge, KnowledgeList } from '@parley/contracts/campaigns'
import { ParleyError } from '@parley/contracts/errors'
import { parse } from 'csv-parse/sync'
import { splitMarkdown } from './split-markdown.ts'

const parsers: Record<string, (text: string) => unknown> = {
  '.json': parseJson,
  '.csv': parseCsv,
  '.md': splitMarkdown,
  '.txt': splitMarkdown,
}

/** Reads a file's entries by its kind: JSON, CSV (columns `question` and `answer`), Markdown or plain text. */
export function parseKnowledge(fileName: string, text: string): Knowledge[] {
  const parser = parsers[extname(fileName).toLowerCase()]
  if (!parser) throw refusal(fileName, 'must end in .json, .csv, .md or .txt')
  let found: unknown
  try {
    found = parser(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw refusal(fileName, (cause as Error).message, cause)
  }
  const entries = KnowledgeList.safeParse(found)
  if (entries.success) return entries.data
  const [issue] = entries.error.issues
  throw refusal(fileName, [issue?.path.join('.'), issue?.message].filter(Boolean).join(' '))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('is not JSON', { cause })
  }
}

function parseCsv(text: string): unknown[] {
  const rows: Partial<Record<string, string>>[] = parse(text, {
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    delimiter: /[,;\t]/.exec(text)?.[0] ?? ',', // the header's, which holds no other
    skip_empty_lines: true,
    trim: true,
  })
  return rows.map(({ question, answer }) => ({ question: question || null, answer }))
}

const refusal = (fileName: string, what: string, cause?: unknown) =>
  new ParleyError('BAD_REQUEST', `${fileName}: ${what}`, { cause })
