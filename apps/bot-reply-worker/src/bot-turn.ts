import { buffer } from 'node:stream/consumers'
import type { BotMessage, BotTurn } from '@parley/bot/bot-turn'
import type { BotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import type { OpenTurn, TurnMessage } from '@parley/data/turns/read-open-turn'
import type { MediaStore } from '@parley/media/media-store'

/** What the engine gets to see of the turn. */
export async function botTurn(turn: OpenTurn, campaign: BotCampaign, media: MediaStore): Promise<BotTurn> {
  const takesImages = campaign.engine === 'llm' && campaign.llm.images === true
  return {
    campaign,
    contactName: [turn.firstName, turn.lastName].filter(Boolean).join(' ') || null,
    channel: turn.channel,
    messages: await Promise.all(
      turn.messages.map(
        async (message): Promise<BotMessage> => ({
          from: message.direction === 'incoming' ? 'customer' : 'business',
          text: message.body,
          isOpen: message.isOpen,
          image: takesImages && message.isOpen ? await imageOf(message, media) : undefined,
        }),
      ),
    ),
  }
}

/** The file that we keep, else the address that the platform gave. One that is gone is left out. */
async function imageOf({ mediaId, mediaUrl, mediaContentType }: TurnMessage, media: MediaStore) {
  if (!mediaContentType?.startsWith('image/')) return undefined
  const file = mediaId ? await media.read(mediaId) : null
  if (file) return { mediaType: mediaContentType, data: await buffer(file) }
  return mediaUrl?.startsWith('http') ? { mediaType: mediaContentType, data: new URL(mediaUrl) } : undefined
}
