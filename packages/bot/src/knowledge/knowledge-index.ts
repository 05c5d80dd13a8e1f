import MiniSearch, { type SearchResult } from 'minisearch'
import { termsOf } from './terms.ts'

export type Entry = { question: string | null; answer: string }

export type Match = {
  entry: Entry
  /** 0 to 1: how much of what was asked the entry is about, and how much of the entry was asked for. */
  confidence: number
}

export type KnowledgeIndex = { search(question: string): Match[] }

type Row = { id: number; entry: Entry; question: string; answer: string }

const maxCandidates = 20
/** Long enough that a slip of the finger still leaves the word recognisable. */
const minFuzzyLength = 5
/** A word that was found with a slip, or in the answer only, says less than one of the question itself. */
const strengths = { exact: 1, fuzzy: 0.8, answerOnly: 0.6 }

/** Indexes a campaign's entries. A question may hold several wordings, each ending in a question mark. */
export function buildIndex(entries: Entry[]): KnowledgeIndex {
  const rows = entries.flatMap(wordings).map((row, id): Row => ({ id, ...row }))
  const search = new MiniSearch<Row>({
    fields: ['question', 'answer'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { question: 3 },
      fuzzy: (term) => (term.length >= minFuzzyLength ? 0.25 : false),
      maxFuzzy: 2,
    },
  })
  search.addAll(rows)
  const weightOf = rarity(rows)

  return {
    search(question) {
      const asked = [...new Set(termsOf(question))]
      const found = search.search(asked.join(' '), { tokenize: (text) => text.split(' ') })
      const matches = found.slice(0, maxCandidates).flatMap((result) => {
        const row = rows[result.id]
        return row ? [{ entry: row.entry, confidence: confidenceIn(row, asked, result, weightOf) }] : []
      })
      return matches.sort((a, b) => b.confidence - a.confidence).filter(isFirstOfItsEntry)
    },
  }
}

function wordings(entry: Entry): Omit<Row, 'id'>[] {
  if (entry.question === null) return [{ entry, question: '', answer: entry.answer }]
  const questions = entry.question.split(/(?<=\?)\s+/).filter((text) => termsOf(text).length > 0)
  return (questions.length > 0 ? questions : [entry.question]).map((question) => ({
    entry,
    question,
    answer: entry.answer,
  }))
}

/** How telling a word is: the fewer entries have it, the more. One that none has is the most telling of all. */
function rarity(rows: Row[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const row of rows) {
    for (const term of new Set(termsOf(`${row.question} ${row.answer}`))) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return (term) => Math.log(1 + (rows.length + 1) / ((counts.get(term) ?? 0) + 0.5))
}

function confidenceIn(row: Row, asked: string[], result: SearchResult, weightOf: (term: string) => number): number {
  const inQuestion = new Set(termsOf(row.question))
  const isPassage = inQuestion.size === 0
  const sum = (terms: Iterable<string>, share: (term: string) => number = () => 1) =>
    Array.from(terms).reduce((total, term) => total + weightOf(term) * share(term), 0)

  const slips = Object.keys(result.match).filter((term) => !asked.includes(term))
  const strengthOf = (term: string) => {
    if (!result.queryTerms.includes(term)) return 0
    if (isPassage || inQuestion.has(term)) return strengths.exact
    if (slips.some((slip) => inQuestion.has(slip))) return strengths.fuzzy
    return strengths.answerOnly
  }
  const covered = sum(asked, strengthOf) / sum(asked)
  if (isPassage) return covered
  const wanted = sum([...inQuestion].filter((term) => Object.hasOwn(result.match, term))) / sum(inQuestion)
  return covered * (0.5 + 0.5 * wanted)
}

const isFirstOfItsEntry = (match: Match, at: number, all: Match[]): boolean =>
  all.findIndex(({ entry }) => entry === match.entry) === at
