import type { Generate } from './bot-turn.ts'
import { knowledgeEngine } from './knowledge/answer-from-knowledge.ts'
import { type ModelOptions, modelEngine } from './llm/answer-by-model.ts'

/** Both engines behind one function; the campaign says which of them answers. */
export function createBot(options: ModelOptions): Generate {
  const engines = { knowledge: knowledgeEngine(options.db), llm: modelEngine(options) }
  return (turn, signal) => engines[turn.campaign.engine](turn, signal)
}
