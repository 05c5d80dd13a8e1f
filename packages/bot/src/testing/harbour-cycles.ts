import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { parseKnowledge } from '../import/parse-knowledge.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** What a bicycle shop knows: 200 questions with their answers. */
export const shopKnowledge = () => parseKnowledge('harbour-cycles.csv', read('harbour-cycles.csv'))

/** 60 questions in other words, each with the entry that answers it, and 20 that have nothing to do with the shop. */
export const shopQuestions = (): { ask: string; expects: string }[] =>
  parse(read('harbour-cycles-questions.csv'), { columns: true })
