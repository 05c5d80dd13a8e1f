import MiniSearch, { type SearchResult } from 'minisearch'
import { spellingsOf, termsOf, wordsOf } from './terms.ts'

export type Entry = { question: string | null; answer: string }

export type Match = {
  entry: Entry
  /** 0 to 1: how much of what was asked the entry is about, and how much of the entry was asked for. */
  confidence: number
}

export type KnowledgeIndex = { search(question: string): Match[] }

/** One wording of an entry's question, as terms joined by spaces. */
type Row = {
  id: number
  entry: Entry
  words: string[]
  question: string
  answer: string
  /** Words as they are spelt, with the synonyms that stand for them in `question`. */
  spellings: Map<string, string>
}

const maxCandidates = 20
/** Long enough that a slip of the finger still leaves the word recognisable. */
const minFuzzyLength = 5
/** What the same wording adds, which tells "how long" from "how much" where all else is equal. */
const wordingShare = 0.1
/** A word that was found with a slip, or in the answer only, says less than one of the question itself. */
const strengths = { exact: 1, fuzzy: 0.8, answerOnly: 0.6 }

const split = (terms: string) => terms.split(' ').filter((term) => term !== '')

/** Indexes a campaign's entries, with a breath now and then. A question may hold several wordings, each with its mark. */
export async function buildIndex(entries: Entry[]): Promise<KnowledgeIndex> {
  const rows = entries.flatMap(wordings).map((row, id): Row => ({ id, ...row }))
  const search = new MiniSearch<Row>({
    fields: ['question', 'spelling', 'answer'],
    extractField: (row, field) =>
      field === 'spelling' ? [...row.spellings.keys()].join(' ') : row[field as 'id' | 'question' | 'answer'],
    tokenize: split,
    processTerm: (term) => term,
    searchOptions: {
      boost: { question: 3, spelling: 3 },
      fuzzy: (term) => (term.length >= minFuzzyLength ? 0.25 : false),
      maxFuzzy: 2,
    },
  })
  await search.addAllAsync(rows, { chunkSize: 200 })
  const weightOf = rarity(rows)

  return {
    search(question) {
      const asked = [...new Set(termsOf(question))]
      const words = wordsOf(question)
      const matches = search
        .search(asked.join(' '))
        .slice(0, maxCandidates)
        .flatMap((result) => {
          const row = rows[result.id]
          if (!row) return []
          const meaning = meaningIn(row, asked, result, weightOf)
          const confidence = (1 - wordingShare) * meaning + wordingShare * likeness(words, row.words)
          return [{ entry: row.entry, confidence }]
        })
      return matches.sort((a, b) => b.confidence - a.confidence).filter(isFirstOfItsEntry)
    },
  }
}

function wordings(entry: Entry): Omit<Row, 'id'>[] {
  const answer = termsOf(entry.answer).join(' ')
  const row = (text: string) => ({
    entry,
    words: wordsOf(text),
    question: termsOf(text).join(' '),
    answer,
    spellings: spellingsOf(text),
  })
  if (entry.question === null) return [row('')]
  const rows = entry.question.split(/(?<=\?)\s+/).map(row)
  const telling = rows.filter(({ question }) => question !== '')
  return telling.length > 0 ? telling : rows
}

/** How telling a word is: the fewer entries have it, the more. One that none has is the most telling of all. */
function rarity(rows: Row[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { question, answer } of rows) {
    for (const term of new Set(split(`${question} ${answer}`))) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return (term) => Math.log(1 + (rows.length + 1) / ((counts.get(term) ?? 0) + 0.5))
}

function meaningIn(row: Row, asked: string[], result: SearchResult, weightOf: (term: string) => number): number {
  const inQuestion = new Set(split(row.question))
  const isPassage = inQuestion.size === 0
  const sum = (terms: Iterable<string>, share: (term: string) => number = () => 1) =>
    Array.from(terms).reduce((total, term) => total + weightOf(term) * share(term), 0)

  const found = Object.keys(result.match)
  const slips = found.filter((term) => !asked.includes(term)).map((term) => row.spellings.get(term) ?? term)
  const strengthOf = (term: string) => {
    if (!result.queryTerms.includes(term)) return 0
    if (isPassage || inQuestion.has(term)) return strengths.exact
    if (slips.some((slip) => inQuestion.has(slip))) return strengths.fuzzy
    return strengths.answerOnly
  }
  const covered = sum(asked, strengthOf) / sum(asked)
  if (isPassage) return covered
  const isWanted = (term: string) => found.includes(term) || slips.includes(term)
  const wanted = sum([...inQuestion].filter(isWanted)) / sum(inQuestion)
  return covered * (0.5 + 0.5 * wanted)
}

/** The share of all words that both have. */
function likeness(one: string[], other: string[]): number {
  const all = new Set([...one, ...other])
  const both = [...all].filter((word) => one.includes(word) && other.includes(word))
  return all.size === 0 ? 0 : both.length / all.size
}

const isFirstOfItsEntry = (match: Match, at: number, all: Match[]): boolean =>
  all.findIndex(({ entry }) => entry === match.entry) === at
