import type { BotMessage, BotTurn } from '@parley/bot/bot-turn'
import type { BotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import type { OpenTurn, TurnMessage } from '@parley/data/turns/read-open-turn'

/** What the engine gets to see of the turn. */
export const botTurn = (turn: OpenTurn, campaign: BotCampaign): BotTurn => ({
  campaign,
  contactName: [turn.firstName, turn.lastName].filter(Boolean).join(' ') || null,
  channel: turn.channel,
  messages: turn.messages.map(botMessage),
})

const botMessage = ({ direction, body, isOpen, mediaUrl, mediaContentType }: TurnMessage): BotMessage => ({
  from: direction === 'incoming' ? 'customer' : 'business',
  text: body,
  isOpen,
  ...(mediaUrl && mediaContentType?.startsWith('image/') && { image: { mediaType: mediaContentType, url: mediaUrl } }),
})
