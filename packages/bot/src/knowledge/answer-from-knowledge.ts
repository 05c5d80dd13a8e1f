import type { Db } from '@parley/data/db'
import { type Generate, questionOf } from '../bot-turn.ts'
import { findKnowledge } from './find-knowledge.ts'

/** Below it a match is more likely chance than meaning: measured with the questions in `testing/`. */
const minConfidence = 0.28

/** Answers with an entry of the campaign word by word, or with its fallback; without one a person is asked for. */
export function knowledgeEngine(db: Db): Generate {
  return async (turn) => {
    const [best] = await findKnowledge(db, turn.campaign, questionOf(turn))
    if (best && best.confidence >= minConfidence) {
      return { text: best.entry.answer, usage: { engine: 'knowledge', basedOn: [titleOf(best.entry)] } }
    }
    const { fallback } = turn.campaign
    if (fallback.trim() === '') return { handOver: 'The knowledge has no answer, and the campaign no fallback text' }
    return { text: fallback, usage: { engine: 'knowledge', basedOn: [] } }
  }
}

/** What an entry is known by: its question, or how the passage begins. */
export const titleOf = ({ question, answer }: { question: string | null; answer: string }): string =>
  question ?? `${answer.slice(0, 80)}…`
