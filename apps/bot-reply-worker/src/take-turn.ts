import type { Generate, Generated } from '@parley/bot/bot-turn'
import { BotFailure, toBotFailure } from '@parley/bot/llm/bot-failure'
import type { TakeTurn } from '@parley/contracts/jobs'
import type { BotCampaign } from '@parley/data/campaigns/load-bot-campaign'
import type { Db } from '@parley/data/db'
import { claimTurn } from '@parley/data/pipeline/claim-turn'
import type { TurnRecord } from '@parley/data/turns/answer-turn'
import { closeTurn } from '@parley/data/turns/close-turn'
import type { OpenTurn } from '@parley/data/turns/read-open-turn'
import { restartTurn, retryTurn } from '@parley/data/turns/release-turn'
import { storeReply } from '@parley/data/turns/store-reply'
import type { MediaStore } from '@parley/media/media-store'
import { publishLive } from '@parley/queues/live'
import type { Queues } from '@parley/queues/open-queues'
import { wakeEndpoint } from '@parley/queues/wake'
import type { Log } from '@parley/service/log'
import { botTurn } from './bot-turn.ts'
import { decideTurn } from './decide-turn.ts'
import type { Routed } from './route-turn.ts'
import type { OnTurn } from './turn-metrics.ts'
import { watchTurn } from './watch-turn.ts'

/** Three more tries after the first one; then a person is asked for. */
const retryDelaysMs = [2_000, 10_000, 30_000]

export type BotWorker = {
  db: Db
  queues: Queues
  media: MediaStore
  generate: Generate
  log: Log
  onTurn: OnTurn
}

/** Takes up one turn of one conversation: decides, generates, stores. Whatever runs twice or dies, it answers once. */
export async function takeTurn(bot: BotWorker, job: TakeTurn, signal: AbortSignal): Promise<void> {
  const turn = await claimTurn(bot.db, job)
  if (!turn) return
  const decision = await decideTurn(bot.db, turn)
  if (!decision.answer) return close(bot, turn, decision.record)

  const { campaign, routed } = decision
  const startedAt = performance.now()
  const outcome = await generateWhileOurs(bot, turn, campaign, signal)
  if (outcome === 'changed') return restart(bot, turn)
  if (outcome instanceof BotFailure) return retry(bot, turn, campaign, routed, outcome)
  // The database's clock goes on by what passed on ours, so that no skew shows in the timeline.
  const generatedAt = new Date(turn.readAt.getTime() + performance.now() - startedAt)
  const record = { ...routed, quietMs: campaign.quietMs, engine: campaign.engine, generatedAt }
  if ('handOver' in outcome) return close(bot, turn, { ...record, outcome: 'handed_over', reason: outcome.handOver })

  const stored = await storeReply(bot.db, turn, { ...record, text: outcome.text, usage: outcome.usage })
  if (!stored) return restart(bot, turn)
  bot.onTurn('replied')
  tell(bot, turn)
  if (stored.wakeEndpointId) await wakeEndpoint(bot.queues, stored.wakeEndpointId)
}

/** The answer; or why there is none: it failed, or the turn has changed meanwhile and is to be looked at anew. */
async function generateWhileOurs(
  { db, media, generate }: BotWorker,
  turn: OpenTurn,
  campaign: BotCampaign,
  signal: AbortSignal,
): Promise<Generated | 'changed' | BotFailure> {
  const watch = watchTurn(db, turn)
  try {
    return await generate(await botTurn(turn, campaign, media), AbortSignal.any([signal, watch.changed]))
  } catch (error) {
    if (watch.changed.aborted) return 'changed'
    return toBotFailure(error)
  } finally {
    watch.stop()
  }
}

async function close(bot: BotWorker, turn: OpenTurn, record: TurnRecord & { outcome: 'silent' | 'handed_over' }) {
  if (!(await closeTurn(bot.db, turn, record))) return restart(bot, turn)
  bot.onTurn(record.outcome)
  tell(bot, turn)
}

/** Whoever looks at the conversation sees what became of the turn. */
const tell = ({ queues }: BotWorker, { accountId, conversationId }: OpenTurn) =>
  void publishLive(queues, [{ accountId, conversationId }])

async function restart(bot: BotWorker, turn: OpenTurn): Promise<void> {
  bot.onTurn('restarted')
  await restartTurn(bot.db, turn)
}

async function retry(bot: BotWorker, turn: OpenTurn, campaign: BotCampaign, routed: Routed, failure: BotFailure) {
  const { conversationId, turnNo, tries } = turn
  bot.log.warn({ conversationId, turnNo, tries: tries + 1, reason: failure.message }, 'the bot has no answer')
  bot.onTurn('failed')
  const delayMs = retryDelaysMs[tries]
  if (delayMs !== undefined) return retryTurn(bot.db, turn, Math.max(delayMs, failure.retryAfterMs))
  await close(bot, turn, {
    outcome: 'handed_over',
    reason: `The bot failed ${tries + 1} times: ${failure.message}`,
    campaignId: routed.campaignId,
    routedBy: routed.routedBy,
    engine: campaign.engine,
  })
}
