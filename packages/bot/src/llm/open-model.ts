import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { BotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import { unseal } from '@parley/data/secrets/seal'
import type { LanguageModel } from 'ai'

/** The model that the campaign names, or null when it and the account lack what is needed to reach one. */
export function openModel(
  campaign: BotCampaign,
  secretsKey: Buffer,
  fetch: typeof globalThis.fetch,
): LanguageModel | null {
  const { provider = 'openai-compatible', baseUrl, model } = campaign.llm
  if (model === undefined) return null
  const apiKey = campaign.llmKeySealed === null ? undefined : unseal(secretsKey, campaign.llmKeySealed)
  if (provider === 'anthropic') {
    if (apiKey === undefined) return null // it would look for one in our own environment
    return createAnthropic({ apiKey, fetch, ...(baseUrl !== undefined && { baseURL: baseUrl }) })(model)
  }
  if (baseUrl === undefined) return null
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    fetch,
    ...(apiKey !== undefined && { apiKey }),
    supportedUrls: () => ({ 'image/*': [/^https?:/] }), // the model's server fetches them, we never do
  })(model)
}
