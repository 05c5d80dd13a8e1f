import { z } from 'zod'
import { LongText, RequiredText } from './text.ts'

const maxKnowledgeEntries = 10_000
const notBlank = (text: string) => text.trim() !== ''

/** A question with its answer, or a passage of a document, which has no question. */
export const Knowledge = z.object({
  question: LongText(2_000).refine(notBlank, { error: 'must not be empty' }).nullable().default(null),
  answer: LongText(16_000).refine(notBlank, { error: 'must not be empty' }),
  /** The file that it came from. */
  source: RequiredText.nullable().default(null),
})
export type Knowledge = z.output<typeof Knowledge>

export const KnowledgeList = z
  .array(Knowledge, { error: 'must be a list of { "question", "answer" }' })
  .max(maxKnowledgeEntries, { error: `must be at most ${maxKnowledgeEntries} entries` })

export const Engine = z.enum(['knowledge', 'llm'], { error: 'must be knowledge or llm' })

const BaseUrl = LongText(2_048).refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
  error: 'must be an http(s) URL, e.g. https://api.openai.com/v1',
})

/** How a language model is reached. What a campaign leaves out is the account's; the key is kept apart, sealed. */
export const LlmSettings = z.object({
  provider: z.enum(['openai-compatible', 'anthropic'], { error: 'must be openai-compatible or anthropic' }).optional(),
  baseUrl: BaseUrl.optional(),
  model: RequiredText.optional(),
  temperature: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be at least 0' })
    .max(2, { error: 'must be at most 2' })
    .optional(),
  /** The longest reply; one that does not fit is never sent in part. */
  maxTokens: z
    .int({ error: 'must be a whole number' })
    .min(16, { error: 'must be at least 16' })
    .max(32_000, { error: 'must be at most 32000' })
    .optional(),
  /** Whether the model takes images. */
  images: z.boolean({ error: 'must be true or false' }).optional(),
})
export type LlmSettings = z.output<typeof LlmSettings>

export const LlmKey = RequiredText

const fields = z.object({
  name: RequiredText,
  isDefault: z.boolean(),
  active: z.boolean(),
  /** A message that contains one of them is routed here. */
  keywords: z
    .array(RequiredText.trim(), { error: 'must be a list of words' })
    .max(100, { error: 'must be at most 100' }),
  engine: Engine,
  instructions: LongText(16_000),
  /** What the knowledge engine says when nothing fits; empty asks for a person. */
  fallback: LongText(4_000),
  /** How long the bot waits for more messages before it answers. */
  quietMs: z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(0, { error: 'must be at least 0' })
    .max(60_000, { error: 'must be at most 60000' }),
  /** Bot replies in ten minutes in one conversation; then a person is asked for. */
  loopLimit: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(1_000, { error: 'must be at most 1000' }),
  llm: LlmSettings,
})

export const NewCampaign = fields.extend({
  isDefault: fields.shape.isDefault.default(false),
  active: fields.shape.active.default(true),
  keywords: fields.shape.keywords.default([]),
  /** Left out: by a language model when the account or the campaign has one, else from the knowledge alone. */
  engine: fields.shape.engine.optional(),
  instructions: fields.shape.instructions.default(''),
  fallback: fields.shape.fallback.default(''),
  quietMs: fields.shape.quietMs.default(1_500),
  loopLimit: fields.shape.loopLimit.default(20),
  llm: fields.shape.llm.default({}),
  knowledge: KnowledgeList.default([]),
})
export type NewCampaign = z.infer<typeof NewCampaign>

/** What is left out stays as it is. */
export const CampaignChanges = fields
  .extend({
    /** Null forgets the key. It is never shown again. */
    llmKey: LlmKey.nullable(),
  })
  .partial()
export type CampaignChanges = z.infer<typeof CampaignChanges>
