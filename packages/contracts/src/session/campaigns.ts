import { z } from 'zod'
import { CampaignChanges, Knowledge, NewCampaign } from '../campaigns.ts'
import { MessageBody, RequiredText } from '../text.ts'
import { answer, type SessionApi, ShownId } from './endpoint.ts'

export type CampaignItem = {
  id: string
  name: string
  active: boolean
  isDefault: boolean
  engine: 'knowledge' | 'llm'
  keywords: string[]
  instructions: string
  fallback: string
  quietMs: number
  loopLimit: number
  llm: {
    provider?: 'openai-compatible' | 'anthropic' | undefined
    baseUrl?: string | undefined
    model?: string | undefined
    temperature?: number | undefined
    maxTokens?: number | undefined
    images?: boolean | undefined
  }
  hasLlmKey: boolean
  knowledgeEntries: number
}

export type KnowledgeItem = { id: string; question: string | null; answer: string; source: string | null }

export type Tried =
  | { text: string; basedOn: string[]; credits: number; durationMs: number }
  | { handOver: string; credits: number; durationMs: number }

const campaign = z.object({ campaign: ShownId('campaign') })
const entry = campaign.extend({ entry: z.uuid() })
const KnowledgeInput = Knowledge.omit({ source: true })

export const campaignsApi = {
  'GET /campaigns': { access: 'viewer', answer: answer<CampaignItem[]>() },
  'POST /campaigns': { access: 'owner', body: NewCampaign, answer: answer<{ id: string }>() },
  'GET /campaigns/:campaign': { access: 'viewer', params: campaign, answer: answer<CampaignItem>() },
  'PATCH /campaigns/:campaign': {
    access: 'owner',
    params: campaign,
    body: CampaignChanges,
    answer: answer<{ ok: true }>(),
  },
  'DELETE /campaigns/:campaign': { access: 'owner', params: campaign, answer: answer<{ ok: true }>() },
  'GET /campaigns/:campaign/knowledge': { access: 'viewer', params: campaign, answer: answer<KnowledgeItem[]>() },
  'POST /campaigns/:campaign/knowledge': {
    access: 'owner',
    params: campaign,
    body: KnowledgeInput,
    answer: answer<{ ok: true }>(),
  },
  'PUT /campaigns/:campaign/knowledge/:entry': {
    access: 'owner',
    params: entry,
    body: KnowledgeInput,
    answer: answer<{ ok: true }>(),
  },
  'DELETE /campaigns/:campaign/knowledge/:entry': { access: 'owner', params: entry, answer: answer<{ ok: true }>() },
  'POST /campaigns/:campaign/import': {
    access: 'owner',
    params: campaign,
    body: z.object({ fileName: RequiredText, text: z.string().max(8_000_000) }),
    answer: answer<{ imported: number; removed: number; total: number }>(),
  },
  /** What the bot would answer; nothing is stored or charged. */
  'POST /campaigns/:campaign/try': {
    access: 'agent',
    params: campaign,
    body: z.object({ text: MessageBody }),
    answer: answer<Tried>(),
  },
} as const satisfies SessionApi
