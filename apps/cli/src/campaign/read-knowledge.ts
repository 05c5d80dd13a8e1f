import { readFile } from 'node:fs/promises'
import { KnowledgeList } from '@parley/contracts/campaigns'
import type { z } from 'zod'
import { Mistake } from '../mistake.ts'

export async function readKnowledge(file: string): Promise<z.output<typeof KnowledgeList>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Mistake(`--knowledge: ${file} cannot be read (${cause.code})`, { cause })
  })
  const entries = KnowledgeList.safeParse(parseJson(text, file))
  if (entries.success) return entries.data
  const [issue] = entries.error.issues
  throw new Mistake(`--knowledge: ${file}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}`)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Mistake(`--knowledge: ${file} is not JSON`, { cause })
  }
}
