import type { Db } from '@parley/data/db'
import { type Generate, questionOf } from '../bot-turn.ts'
import { findKnowledge } from './find-knowledge.ts'
import type { Entry, Match } from './knowledge-index.ts'

/** Below it a match is more likely chance than meaning: `npm run bench:bot` shows what it lets through. */
const minConfidence = 0.255

/** Answers with an entry of the campaign word by word, or with its fallback; without one a person is asked for. */
export function knowledgeEngine(db: Db): Generate {
  return async (turn) => {
    const entry = pickEntry(await findKnowledge(db, turn.campaign, questionOf(turn)))
    if (entry) return { text: entry.answer, usage: { engine: 'knowledge', basedOn: [titleOf(entry)] } }
    const { fallback } = turn.campaign
    if (fallback.trim() === '') return { handOver: 'The knowledge has no answer, and the campaign no fallback text' }
    return { text: fallback, usage: { engine: 'knowledge', basedOn: [] } }
  }
}

/** The entry that answers, if any does. */
export function pickEntry([best]: Match[]): Entry | undefined {
  return best && best.confidence >= minConfidence ? best.entry : undefined
}

/** What an entry is known by: its question, or how the passage begins. */
export const titleOf = ({ question, answer }: Entry): string => question ?? `${answer.slice(0, 80)}…`
