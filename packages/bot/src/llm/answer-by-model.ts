import type { Db } from '@parley/data/db'
import { generateText } from 'ai'
import { type Generate, questionOf } from '../bot-turn.ts'
import { titleOf } from '../knowledge/answer-from-knowledge.ts'
import { findKnowledge } from '../knowledge/find-knowledge.ts'
import { BotFailure, toBotFailure } from './bot-failure.ts'
import { buildInstructions, buildMessages, handOverMark } from './build-prompt.ts'
import { openModel } from './open-model.ts'

const maxEntries = 6
const defaultMaxTokens = 1_000

export type ModelOptions = {
  db: Db
  secretsKey: Buffer
  /** The guarded client: a campaign's base URL may be anything. */
  fetch: typeof globalThis.fetch
  timeoutMs: number
}

/**
 * Answers by a language model, which is told what the campaign knows about the question. It tries once: a turn has its
 * own retries, which outlive the process.
 */
export function modelEngine({ db, secretsKey, fetch, timeoutMs }: ModelOptions): Generate {
  return async (turn, signal) => {
    const { campaign } = turn
    const model = openModel(campaign, secretsKey, fetch)
    if (!model) return { handOver: 'No language model is set for the campaign or the account' }
    const matches = await findKnowledge(db, campaign, questionOf(turn))
    const knowledge = matches.slice(0, maxEntries).map(({ entry }) => entry)
    const { maxTokens = defaultMaxTokens, temperature } = campaign.llm
    const answer = await generateText({
      model,
      instructions: buildInstructions(turn, knowledge),
      messages: buildMessages(turn),
      maxOutputTokens: maxTokens,
      ...(temperature !== undefined && { temperature }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      // A customer's address is never fetched from here: null gives it to the model as it is.
      experimental_download: async (files) => files.map(() => null),
    }).catch((error: unknown) => {
      throw toBotFailure(error)
    })
    const text = answer.text.trim()
    if (text.includes(handOverMark)) return { handOver: reasonIn(text) }
    if (answer.finishReason === 'content-filter') return { handOver: 'The model declined to answer' }
    if (answer.finishReason === 'length') throw new BotFailure(`The reply is longer than ${maxTokens} tokens`)
    if (text === '') throw new BotFailure('The model answered nothing')
    const { inputTokens, outputTokens } = answer.usage
    const basedOn = knowledge.map(titleOf)
    return { text, usage: { engine: 'llm', model: campaign.llm.model, inputTokens, outputTokens, basedOn } }
  }
}

const reasonIn = (text: string): string =>
  `The model asks for a person: ${text.replaceAll(handOverMark, '').trim().slice(0, 200) || 'it gave no reason'}`
