import type { BotCampaign } from '@parley/data/campaigns/load-bot-campaign'

export type BotMessage = {
  /** The customer, or the business: its bot, its people and its programs. */
  from: 'customer' | 'business'
  text: string
  /** What is to be answered; everything else is what was said before. */
  isOpen: boolean
  /** Its bytes, or where the model's server finds it. */
  image?: { mediaType: string; data: Uint8Array | URL } | undefined
}

/** What an engine gets to see: one campaign, one contact, one conversation. */
export type BotTurn = {
  campaign: BotCampaign
  contactName: string | null
  channel: string
  messages: BotMessage[]
}

export type Generated = { text: string; usage: Usage } | { handOver: string }

export type Usage = {
  engine: 'knowledge' | 'llm'
  model?: string | undefined
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  /** Questions, or beginnings of passages, that the answer rests on. */
  basedOn: string[]
}

export type Generate = (turn: BotTurn, signal: AbortSignal) => Promise<Generated>

/** All that the customer is waiting for an answer to. */
export const questionOf = (turn: BotTurn): string =>
  turn.messages
    .filter((message) => message.isOpen)
    .map((message) => message.text)
    .join('\n')
