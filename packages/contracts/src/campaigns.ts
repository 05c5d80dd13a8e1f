import { z } from 'zod'
import { LongText, RequiredText } from './text.ts'

const maxKnowledgeEntries = 10_000
const notBlank = (text: string) => text.trim() !== ''

/** A question with its answer, or a passage of a document, which has no question. */
export const Knowledge = z.object({
  question: LongText(2_000).refine(notBlank, { error: 'must not be empty' }).nullable().default(null),
  answer: LongText(16_000).refine(notBlank, { error: 'must not be empty' }),
})

export const KnowledgeList = z
  .array(Knowledge, { error: 'must be a list of { "question", "answer" }' })
  .max(maxKnowledgeEntries, { error: `must be at most ${maxKnowledgeEntries} entries` })

export const Engine = z.enum(['knowledge', 'llm'], { error: 'must be knowledge or llm' })

export const NewCampaign = z.object({
  name: RequiredText,
  isDefault: z.boolean().default(false),
  /** A message that contains one of them is routed here. */
  keywords: z
    .array(RequiredText.trim(), { error: 'must be a list of words' })
    .max(100, { error: 'must be at most 100' })
    .default([]),
  engine: Engine.default('knowledge'),
  instructions: LongText(16_000).default(''),
  /** What the knowledge engine says when nothing fits; empty asks for a person. */
  fallback: LongText(4_000).default(''),
  /** How long the bot waits for more messages before it answers. */
  quietMs: z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(0, { error: 'must be at least 0' })
    .max(60_000, { error: 'must be at most 60000' })
    .default(1_500),
  knowledge: KnowledgeList.default([]),
})

export type NewCampaign = z.infer<typeof NewCampaign>
