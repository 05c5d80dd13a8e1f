import { listRoutes } from '@parley/data/campaigns/list-routes'
import { type BotCampaign, loadBotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import type { Db } from '@parley/data/db'
import type { TurnRecord } from '@parley/data/turns/answer-turn'
import type { OpenTurn } from '@parley/data/turns/read-open-turn'
import { type Routed, routeTurn } from './route-turn.ts'

const maxAgeS = 24 * 60 * 60

export type Decision =
  | { answer: true; campaign: BotCampaign; routed: Routed }
  | { answer: false; record: TurnRecord & { outcome: 'silent' | 'handed_over' } }

/** Whether the bot answers, and as which campaign; if not, why. Looked at again in the transaction that stores. */
export async function decideTurn(db: Db, turn: OpenTurn): Promise<Decision> {
  const silence = reasonForSilence(turn)
  if (silence) return { answer: false, record: { outcome: 'silent', reason: silence } }
  if (turn.newestAgeS > maxAgeS) return askForPerson('The message is more than 24 hours old')

  const routed = routeTurn(turn, await listRoutes(db, turn.accountId))
  if (!routed) return { answer: false, record: { outcome: 'silent', reason: 'No campaign takes the message' } }
  const campaign = await loadBotCampaign(db, turn.accountId, routed.campaignId)
  const { campaignId, routedBy } = routed
  if (turn.recentBotReplies >= campaign.loopLimit) {
    return askForPerson(`The bot has replied ${turn.recentBotReplies} times in 10 minutes`, { campaignId, routedBy })
  }
  if (!turn.canPay) {
    return { answer: false, record: { outcome: 'silent', reason: 'No credits are left', campaignId, routedBy } }
  }
  return { answer: true, campaign, routed }
}

function reasonForSilence(turn: OpenTurn): string | undefined {
  if (turn.accountDisabled) return 'The account is disabled'
  if (!turn.accountBot) return 'The bot is switched off for the account'
  if (turn.doNotDisturb) return 'The contact does not want to be disturbed'
  if (!turn.contactBot) return 'The bot is switched off for the contact'
  if (!turn.conversationBot) return 'The bot is switched off for the conversation'
  if (turn.owner === 'person') return 'A person has taken over'
  if (turn.waitsForPerson) return 'The conversation waits for a person'
  return undefined
}

const askForPerson = (reason: string, routed?: Pick<Routed, 'campaignId' | 'routedBy'>): Decision => ({
  answer: false,
  record: { outcome: 'handed_over', reason, ...routed },
})
